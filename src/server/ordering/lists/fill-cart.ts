import type { ListLine } from '../../../contracts/customer-pages/part-lists.ts'
import type { AccountRequest } from '../../identity/access/require-account.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { readCookieCart, writeCookieCart } from '../cart/cookie-cart.ts'
import { knownLines, maxCartLines } from '../cart/line-limit.ts'
import { withLines } from '../checkout/cart-form.ts'
import type { Shop } from '../shop.ts'

/** The number of parts that are in the cart now, and of those that the full cart left out. */
export type FilledCart = { parts: number; leftOut: number }

/**
 * Puts what is in stock of some lines into the cart of this browser, which script takes over on the next page. Returns
 * `too_many_tries` above the limit of new carts.
 */
export async function fillCart(
  shop: Shop,
  { cookies, clientAddress, locals: { shopping, customerId } }: AccountRequest,
  lines: readonly ListLine[],
): Promise<FilledCart | 'too_many_tries'> {
  const ready = lines.filter(({ possible }) => possible > 0)
  const cart = await readCookieCart(shop, cookies, customerId)
  const added = ready.map(({ sku, possible }) => ({ sku, quantity: possible }))
  const wanted = await knownLines(shop.db, withLines(cart.items, added))
  const items = wanted.slice(0, Math.max(maxCartLines(shop, customerId), cart.items.length))
  const leftOut = wanted.length - items.length
  try {
    await writeCookieCart(shop, shopping, cookies, { ...cart, items, customerId, from: clientAddress })
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'too_many_carts')) throw error
    return 'too_many_tries'
  }
  return { parts: ready.length - leftOut, leftOut }
}
