import { readStored } from '../../browser/storage.ts'

/** Empties the cart that became the order on this page; a cart that was begun since then stays. */
export async function forgetOrderedCart(): Promise<void> {
  const checkoutId = document.querySelector<HTMLElement>('[data-ordered]')?.dataset['ordered']
  const cart = readStored('cart')
  if (!checkoutId || typeof cart !== 'object' || cart === null || Reflect.get(cart, 'checkoutID') !== checkoutId) return
  const [{ clearOrderedCart }, { startCart }, { clearCodes }] = await Promise.all([
    import('../cart/store/cart-store.ts'),
    import('../cart/start-cart.ts'),
    import('../discounts/discount-store.ts'),
  ])
  startCart()
  clearOrderedCart(checkoutId)
  clearCodes()
}
