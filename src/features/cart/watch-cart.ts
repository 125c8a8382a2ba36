import { watchAddButtons } from './add-on-click.ts'
import { watchCartCount } from './cart-count.ts'
import { watchCartIcon } from './show-cart.ts'

/** Everything of the cart that runs before the shopper acts. */
export function watchCart(): void {
  watchCartCount()
  watchCartIcon()
  watchAddButtons()
  const query = new URLSearchParams(location.search)
  if (/[?&](atc|disc|utm_\w+|gclid|msclkid|fbclid)=/.test(location.search)) {
    void import('./read-landing-query.ts').then(({ readLandingQuery }) => readLandingQuery(query))
  }
}
