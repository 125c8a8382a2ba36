import { z } from 'zod/mini'
import { cartLine, clampQuantity } from '../../domain/cart/cart-lines.ts'
import { $isCartOpen, addBundle, addToCart, type OfferedLine } from './store/cart-store.ts'
import { showToast } from './cart-toast.ts'
import { showCart } from './show-cart.ts'
import { startCart } from './start-cart.ts'

const answerMs = 1_500
const offeredLine = z.omit(cartLine, { uuid: true, quantity: true })

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
  const isFromList = button.closest('.product-card, .product-row') !== null
  addToCart(line, quantity, { open: !isFromList })
  if (isFromList) void showToast((t) => t('cart.added', { name: line.name }))
}

/** The line stands on the chosen version's option, else on the button itself. */
function offeredBy(button: HTMLButtonElement): OfferedLine {
  const version = button.form?.querySelector<HTMLOptionElement>('select[name=atc] option:checked')
  return offeredLine.parse(JSON.parse(version?.dataset['line'] ?? button.dataset['line'] ?? ''))
}

function intervalOf(form: HTMLFormElement | null): Pick<OfferedLine, 'subscription_interval'> {
  const option = form?.querySelector<HTMLOptionElement>('select[name=interval] option:checked')
  return option?.value ? { subscription_interval: { id: option.value, name: option.label } } : {}
}
