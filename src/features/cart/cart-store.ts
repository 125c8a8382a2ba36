import { atom } from 'nanostores'
import { shoppingHere } from '../../browser/caller.ts'
import { persisted } from '../../browser/persist.ts'
import { randomUuid } from '../../browser/random-uuid.ts'
import { addLine, changeQuantity as withQuantity, type CartLine } from '../../domain/cart-lines.ts'
import { matchScreen } from '../../routes.ts'
import { cartState, clearedCheckout, emptyCart, type CartState } from './cart-state.ts'

const CHANGE_DELAY_MS = 250

/** A line before it is in the cart. */
export type OfferedLine = Omit<CartLine, 'uuid' | 'quantity'>
type Removal = { line: CartLine; at: number }

export const $cart = persisted<CartState>({ name: 'cart', schema: cartState, initial: emptyCart })

/** Not stored: opening the cart in one tab must not open it in another, nor on the next page. */
export const $isCartOpen = atom(false)

/** This tab's newest change of the lines, and how long the sync waits for another (spec section 9). */
export const $change = atom({ revision: '', delay: CHANGE_DELAY_MS })

/** The last removed line, while it can be brought back. */
export const $removed = atom<Removal | null>(null)

export function addToCart(line: OfferedLine, quantity: number): void {
  const { items } = $cart.get()
  if (items.length === 0) patch({ region: regionHere() })
  changeLines(addLine(items, { ...line, uuid: '', quantity }, randomUuid))
  $removed.set(null)
  if (!isCheckoutPage()) openCart()
}

export function changeQuantity(uuid: string, quantity: number): void {
  const { items } = $cart.get()
  const changed = withQuantity(items, uuid, quantity)
  const at = items.findIndex((line) => line.uuid === uuid)
  const line = items[at]
  if (!line) return
  const isRemoval = changed.length < items.length
  $removed.set(isRemoval ? { line, at } : null)
  changeLines(changed, isRemoval ? 0 : CHANGE_DELAY_MS)
}

export function removeLine(uuid: string): void {
  changeQuantity(uuid, 0)
}

export function undoRemoval(): void {
  const removal = $removed.get()
  if (!removal) return
  $removed.set(null)
  changeLines($cart.get().items.toSpliced(removal.at, 0, removal.line))
}

export function openCart(): void {
  $isCartOpen.set(true)
}

export function closeCart(): void {
  $isCartOpen.set(false)
  $removed.set(null)
}

export function setVat(vat: boolean): void {
  patch({ vat })
}

/** Takes over the server's lines, unless the cart has changed since they were asked for: late answers bring nothing back. */
export function acceptLines(revision: string, items: CartLine[], { internal }: { internal: boolean }): boolean {
  if ($cart.get().revision !== revision) return false
  patch({ items, internal, region: regionHere(), syncedRevision: revision })
  return true
}

/** Whether the server has not yet seen these lines, or priced them for another currency or country. */
export function needsSync({ items, revision, syncedRevision, region }: CartState): boolean {
  return items.length > 0 && (revision !== syncedRevision || region !== regionHere())
}

export function rememberCheckout(checkoutID: string): void {
  patch({ checkoutID })
}

export function rememberCampaign(campaignData: CartState['campaignData']): void {
  patch({ campaignData })
}

export function clearCheckout(): void {
  patch(clearedCheckout)
}

/** Empties the cart that became an order; a newer cart of the shopper stays. */
export function clearOrderedCart(checkoutId: string): void {
  if ($cart.get().checkoutID !== checkoutId) return
  clearCheckout()
  changeLines([], 0)
}

/** `SEK SE`: what prices depend on. */
export function regionHere(): string {
  const { currency, country } = shoppingHere()
  return `${currency.code} ${country}`
}

function changeLines(items: CartLine[], delay = CHANGE_DELAY_MS): void {
  const revision = randomUuid()
  patch({ items, revision })
  $change.set({ revision, delay })
}

function patch(change: Partial<CartState>): void {
  $cart.set({ ...$cart.get(), ...change })
}

function isCheckoutPage(): boolean {
  return matchScreen(location.pathname)?.screen === 'checkout-id'
}
