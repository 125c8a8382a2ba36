import { shareCodes } from '../discounts/share-codes.ts'
import { showCartCount } from './cart-count.ts'
import { $cart, openCart, requestSync } from './store/cart-store.ts'
import { startCartSync } from './store/sync-cart.ts'
import { trackCart } from './track-cart.ts'

let isStarted = false

/** Starts the count, the sync and the tracking of the cart on this page. Only the first call does anything. */
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
