import { atom } from 'nanostores'
import { shoppingHere } from '../../../browser/caller.ts'
import { persisted } from '../../../browser/persist.ts'
import { randomUuid } from '../../../browser/random-uuid.ts'
import { addLine, changeQuantity as withQuantity, type CartLine } from '../../../domain/cart/cart-lines.ts'
import { matchScreen } from '../../../routes.ts'
import { accountHere } from '../../auth/auth-store.ts'
import { clearedCheckout, readCart, type CartState } from './cart-state.ts'
import { goneLines, hasNotice, withoutNotices, withUnseenNotices } from './line-notices.ts'
import { noOrders, orderNames, type OrderName } from './order-names.ts'

const changeDelayMs = 250

/** A line before it is in the cart. */
export type OfferedLine = Omit<CartLine, 'uuid' | 'quantity'>
type Removal = { line: CartLine; at: number }
type Adding = { open?: boolean }
/** `before` holds the lines that the shopper changed; null when the shop changed them. */
type Change = { revision: string; delay: number; before: readonly CartLine[] | null }

export const $cart = persisted<CartState>({ name: 'cart', read: readCart })

/**
 * `open` of spec section 3. Not stored: opening the cart in one tab must not open it in another, nor on the next page.
 */
export const $isCartOpen = atom(false)

/** This tab's newest change of the lines, and how long the sync waits for another (spec section 9). */
export const $change = atom<Change>({ revision: '', delay: changeDelayMs, before: null })

/** The last removed line, while it can be brought back. */
export const $removed = atom<Removal | null>(null)

/** Adds units of a part; the drawer opens if asked for, but not on the checkout page (spec section 4). */
export function addToCart(line: OfferedLine, quantity: number, adding: Adding = {}): void {
  addLines([{ ...line, uuid: '', quantity }], adding)
}

/** Adds lines as they come from the shop, in one change. */
export function addLines(lines: readonly CartLine[], { open = false }: Adding = {}): void {
  add(lines)
  if (open && !isCheckoutPage()) openCart()
}

/** Adds one unit of each part of a bundle, as lines that know they came together. */
export function addBundle(lines: readonly OfferedLine[], adding: Adding = {}): void {
  const bundle = randomUuid()
  addLines(
    lines.map((line) => ({ ...line, uuid: '', quantity: 1, unique_bundle_id: bundle })),
    adding,
  )
}

export function changeQuantity(uuid: string, quantity: number): void {
  const { items } = $cart.latest()
  const changed = withQuantity(items, uuid, quantity)
  const at = items.findIndex((line) => line.uuid === uuid)
  const line = items[at]
  if (!line) return
  const isRemoval = changed.length < items.length
  $removed.set(isRemoval ? { line, at } : null)
  changeLines(
    changed.map((each) => (each.uuid === uuid ? withoutNotices(each) : each)),
    isRemoval ? 0 : changeDelayMs,
  )
}

export function removeLine(uuid: string): void {
  changeQuantity(uuid, 0)
}

export function undoRemoval(): void {
  const removal = $removed.get()
  if (!removal) return
  $removed.set(null)
  const { items } = $cart.latest()
  if (items.every((line) => line.uuid !== removal.line.uuid)) changeLines(items.toSpliced(removal.at, 0, removal.line))
}

export function openCart(): void {
  $isCartOpen.set(true)
}

export function closeCart(): void {
  $isCartOpen.set(false)
  $removed.set(null)
  clearNotices()
}

export function setVat(vat: boolean): void {
  patch({ vat })
}

/** What a reply has beside the lines; `owner` is empty for a cart that is not saved in an account. */
type ReplyFacts = { internal: boolean; owner: string }

/**
 * Replaces the lines by those of the server's reply to `request`, unless the cart has changed since: a late reply must
 * not bring back what the shopper removed. Returns whether it did.
 */
export function acceptLines(
  request: Pick<CartState, 'revision' | 'region'>,
  items: CartLine[],
  { internal, owner }: ReplyFacts,
): boolean {
  const { revision, items: known } = $cart.latest()
  if (revision !== request.revision) return false
  patch({
    // A cart that is saved in an account may have been emptied elsewhere.
    items: [...items.map((line) => withUnseenNotices(line, known)), ...(owner === '' ? goneLines(known, items) : [])],
    internal,
    region: request.region,
    syncedRevision: request.revision,
    ...(owner === '' ? {} : { owner }),
  })
  return true
}

/**
 * Whether the server has not yet seen these lines, priced them for another currency or country, or has lines that the
 * signed-in customer saved elsewhere.
 */
export function needsSync({ items, revision, syncedRevision, region, owner }: CartState): boolean {
  if (accountHere() !== '' && !isOwnedBy(owner, accountHere())) return true
  return (
    concernsShop({ items, owner }) && (revision !== syncedRevision || (items.length > 0 && region !== regionHere()))
  )
}

/**
 * Whether the server has to know of the cart: an empty one needs no prices (spec section 7), but that of a signed-in
 * customer is saved there.
 */
export function concernsShop({ items, owner }: Pick<CartState, 'items' | 'owner'>): boolean {
  return items.length > 0 || owner !== '' || accountHere() !== ''
}

/** Whether lines with this `owner` are the saved cart of that customer. */
export function isOwnedBy(owner: string, customerId: string): boolean {
  return owner.startsWith(`${customerId}:`)
}

/**
 * Takes a customer's cart out of this browser: it is saved, and the next person here must not see it. A guest's stays.
 */
export function leaveOwnedCart(): void {
  if ($cart.latest().owner === '') return
  $removed.set(null)
  patch({ owner: '', postalCode: null })
  changeLines([], 0, null)
}

/** Requests a sync of the unchanged cart, after `delay` milliseconds without a change in this tab. */
export function requestSync(delay = 0): void {
  $change.set({ revision: $cart.latest().revision, delay, before: null })
}

export function rememberCheckout(checkoutID: string): void {
  patch({ checkoutID })
}

/** Stores a payment provider's order, for this locale. */
export function rememberOrder(name: OrderName, id: string): void {
  patch({ [name]: { id, locale: shoppingHere().language } })
}

/** The provider's order that was begun in this locale; one of another locale does not count (spec section 4). */
export function orderReference(name: OrderName): string | null {
  const reference = $cart.latest()[name]
  return reference && reference.locale === shoppingHere().language ? reference.id : null
}

/** Whether the lines as they are now wait to be paid at a provider. */
export function isPaying(): boolean {
  return orderNames.some((name) => orderReference(name) !== null)
}

/** Removes every reference to a provider's order, once its payment has ended. */
export function forgetOrder(id: string): void {
  const cart = $cart.latest()
  patch(Object.fromEntries(orderNames.filter((name) => cart[name]?.id === id).map((name) => [name, null])))
}

/** Stores how this cart is paid, and the order at its provider; does nothing for another checkout than this cart's. */
export function rememberPayment(checkoutId: string, paymentMethod: string, order?: string): void {
  if ($cart.latest().checkoutID !== checkoutId) return
  patch({ paymentMethod })
  const name = orderNames.find((known) => known === order)
  if (name) rememberOrder(name, checkoutId)
}

export function rememberCampaign(campaignData: CartState['campaignData']): void {
  patch({ campaignData })
}

type DeliveryChoice = {
  postalCode: string | null
  method: string | null
  servicePoint: string | null
  isOrganization: boolean
}

/** Stores the delivery that was chosen at checkout, apart for private customers and for organizations. */
export function rememberDelivery({ postalCode, method, servicePoint, isOrganization }: DeliveryChoice): void {
  patch({ postalCode, servicePoint, [isOrganization ? 'shippingMethodCE' : 'shippingMethod']: method })
}

/** Stores the postal code that was typed before the checkout. */
export function rememberPostalCode(postalCode: string): void {
  patch({ postalCode })
}

export function clearCheckout(): void {
  patch(clearedCheckout)
}

/** Empties the cart that became an order; a newer cart of the shopper stays. */
export function clearOrderedCart(checkoutId: string): void {
  if ($cart.latest().checkoutID !== checkoutId) return
  clearCheckout()
  changeLines([], 0, null)
}

/** The currency and country that prices depend on: `SEK SE`. */
export function regionHere(): string {
  const { currency, country } = shoppingHere()
  return `${currency.code} ${country}`
}

function add(added: readonly CartLine[]): void {
  const { items } = $cart.latest()
  if (items.length === 0) patch({ region: regionHere() })
  $removed.set(null)
  changeLines(added.reduce<CartLine[]>((lines, line) => addLine(lines, line, randomUuid), items))
}

function changeLines(items: CartLine[], delay = changeDelayMs, before: Change['before'] = $cart.get().items): void {
  const revision = randomUuid()
  // A cart that was changed after its payment began is another order.
  patch({ items, revision, ...noOrders })
  $change.set({ revision, delay, before })
}

/** Clears the notices of the lines, which the shopper has seen. */
function clearNotices(): void {
  const { items } = $cart.latest()
  if (items.some(hasNotice)) patch({ items: items.map(withoutNotices) })
}

function patch(change: Partial<CartState>): void {
  $cart.set({ ...$cart.latest(), ...change })
}

function isCheckoutPage(): boolean {
  return matchScreen(location.pathname)?.screen === 'checkout-id'
}
