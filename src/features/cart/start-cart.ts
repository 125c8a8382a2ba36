import { showCartCount } from './cart-count.ts'
import { shareCodes } from '../discounts/share-codes.ts'
import { $cart, openCart, requestSync } from './store/cart-store.ts'
import { startCartSync } from './store/sync-cart.ts'
import { trackCart } from './track-cart.ts'

let isStarted = false

/** Brings the cart to life on this page; whoever needs it first calls this. */
export function startCart(): void {
  if (isStarted) return
  isStarted = true
  $cart.subscribe(({ items, vat }) => {
    showCartCount(items)
    document.documentElement.dataset['vat'] = vat ? 'inc' : 'ex'
  })
  document.addEventListener('cart-open', openCart)
  startCartSync()
  trackCart()
  shareCodes(requestSync)
}
