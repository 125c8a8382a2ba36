import type { SentLine } from '../../contracts/sync-cart.ts'
import type { Coupon } from '../../domain/coupons.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { CallContext } from '../http/endpoint.ts'
import { newSecret } from '../ids.ts'
import type { Shop } from '../shop.ts'

/** Remembers who tried codes, only for those who did, and not for longer than the tries count. */
const COOKIE = 'tries'
const SECONDS = 600

export type Guesser = Pick<CallContext, 'clientAddress' | 'cookies'>

/**
 * The codes, or none once this session or this address has tried too many that the shop does not accept. Whatever is
 * wrong with a code, the answer is the same: it does not come back.
 */
export async function admittedCodes(shop: Shop, guesser: Guesser, codes: readonly string[]): Promise<readonly string[]> {
  return codes.length > 0 && await isTrying(shop, guesser) ? [] : codes
}

/** The codes of a cart that this shopper may use, for keeping them with a checkout; what is no such code is counted and left out. */
export async function usableCodes(
  shop: Shop, guesser: Guesser, context: ShoppingContext, { items, codes, customerId }: { items: readonly SentLine[]; codes: readonly string[]; customerId: string | null },
): Promise<string[]> {
  const admitted = await admittedCodes(shop, guesser, codes)
  if (admitted.length === 0) return []
  const { coupons } = await priceCart(shop.db, context, { items, coupons: admitted, customerId }, shop.now())
  await countMisses(shop, guesser, admitted, coupons)
  const found = new Set(coupons.map(({ code }) => code))
  return admitted.filter((code) => found.has(code))
}

/** Whether the limit of tries is reached (design: coupon guessing). */
export async function isTrying({ limits }: Shop, { clientAddress, cookies }: Guesser): Promise<boolean> {
  const session = cookies.get(COOKIE)?.value
  const [byAddress, bySession] = [await limits.codesByAddress.get(clientAddress), session ? await limits.codesBySession.get(session) : null]
  return (byAddress?.remainingPoints ?? 1) <= 0 || (bySession?.remainingPoints ?? 1) <= 0
}

/** Counts the codes that did not come back. */
export async function countMisses(shop: Shop, guesser: Guesser, codes: readonly string[], found: readonly Coupon[]): Promise<void> {
  const known = new Set(found.map(({ code }) => code))
  const misses = codes.filter((code) => !known.has(code)).length
  if (misses === 0) return
  const session = guesser.cookies.get(COOKIE)?.value.slice(0, 64) ?? newSecret()
  guesser.cookies.set(COOKIE, session, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: SECONDS, secure: shop.env.ORIGIN.startsWith('https:') })
  await Promise.all([shop.limits.codesByAddress.penalty(guesser.clientAddress, misses), shop.limits.codesBySession.penalty(session, misses)])
}
