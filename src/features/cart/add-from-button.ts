import { z } from 'zod/mini'
import { cartLine, clampQuantity, type CartLine } from '../../domain/cart/cart-lines.ts'
import { showToast } from './cart-toast.ts'
import { showCart } from './show-cart.ts'
import { startCart } from './start-cart.ts'
import { $cart, $isCartOpen, addBundle, addToCart, changeQuantity, type OfferedLine } from './store/cart-store.ts'

const answerMs = 1_500
const { uuid: _uuid, quantity: _quantity, ...offeredFields } = cartLine.shape
const offeredLine = z.object(offeredFields)

/** Adds what the button offers, in the quantity and interval that its form names, and says so on the button. */
export function addFromButton(button: HTMLButtonElement): void {
  startCart()
  const chosen = new FormData(button.form ?? undefined)
  const together = button.dataset['bundle']
  if (together) addBundle(z.array(offeredLine).parse(JSON.parse(together)), { open: true })
  else addOne(button, clampQuantity(chosen.get('quantity') ?? 1, 1))
  if ($isCartOpen.get()) showCart()
  button.dataset['state'] = 'added'
  setTimeout(() => delete button.dataset['state'], answerMs)
}

/** From a list more parts may follow, so the drawer is not asked for there (spec section 4, "Cart drawer"). */
function addOne(button: HTMLButtonElement, quantity: number): void {
  const line = { ...offeredBy(button), ...intervalOf(button.form) }
  const isFromList = button.closest('.product-card, .product-row, .product-table') !== null
  const before = new Map($cart.latest().items.map((item) => [item.uuid, item.quantity]))
  addToCart(line, quantity, { open: !isFromList })
  const added = $cart.get().items.find((item) => item.quantity > (before.get(item.uuid) ?? 0))
  if (!isFromList || !added) return
  const undo = () => takeBack(added.uuid, added.quantity - (before.get(added.uuid) ?? 0))
  void showToast((t) => t('cart.added', { name: line.name, count: countOf($cart.get().items) }), { undo })
}

function countOf(items: readonly CartLine[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Takes units out of the cart again; others that were added meanwhile stay. */
function takeBack(uuid: string, quantity: number): void {
  const line = $cart.latest().items.find((item) => item.uuid === uuid)
  if (line) changeQuantity(uuid, Math.max(0, line.quantity - quantity))
}

/** Reads the line to add from the option of the chosen version, else from the button. */
function offeredBy(button: HTMLButtonElement): OfferedLine {
  const version = button.form?.querySelector<HTMLOptionElement>('select[name=atc] option:checked')
  return offeredLine.parse(JSON.parse(version?.dataset['line'] ?? button.dataset['line'] ?? ''))
}

function intervalOf(form: HTMLFormElement | null): Pick<OfferedLine, 'subscription_interval'> {
  const option = form?.querySelector<HTMLOptionElement>('select[name=interval] option:checked')
  return option?.value ? { subscription_interval: { id: option.value, name: option.label } } : {}
}
