import { readCookie } from '../../browser/cookies.ts'
import { cartCookie } from '../../domain/cart/cookie-cart.ts'

/** A cart that was filled without script comes into the stored one; nothing is loaded when there is none. */
export function resumeCookieCart(): void {
  if (readCookie(cartCookie)) void import('./adopt-cookie-cart.ts').then(({ adoptCookieCart }) => adoptCookieCart())
}
