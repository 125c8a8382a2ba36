import type { SentLine } from '../../../contracts/sync-cart.ts'
import type { Coupon } from '../../../domain/coupons.ts'
import type { ShoppingContext } from '../../../domain/shopping-context.ts'
import { priceCart } from './price-cart.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { networkOf } from '../../platform/http/network.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'

/** Remembers who tried codes, only for those who did, and not for longer than the tries count. */
const COOKIE = 'tries'
const SECONDS = 600

export type Guesser = Pick<CallContext, 'clientAddress' | 'cookies'>

/**
 * The codes that may be looked up: all of them, or once this session or this network has tried too many, those that
 * were accepted from there before. Codes that the cart's checkout has `kept` are no guesses either. Whatever is wrong
 * with a code, the answer is the same: it does not come back.
 */
export async function admittedCodes(
  shop: Shop,
  guesser: Guesser,
  codes: readonly string[],
  kept: readonly string[] = [],
): Promise<readonly string[]> {
  const others = codes.filter((code) => !kept.includes(code))
  if (!(await isTrying(shop, guesser, others))) return codes
  return codes.filter((code) => kept.includes(code) || isAccepted(shop, guesser, code))
}

type CartCodes = {
  items: readonly SentLine[]
  codes: readonly string[]
  customerId: string | null
  kept?: readonly string[]
}
/** `unchecked` were not looked at, since too many have been tried from there. */
type UsableCodes = { usable: string[]; unchecked: string[] }

/**
 * The codes of a cart that this shopper may use, for keeping them with a checkout; what is no such code is counted and
 * left out.
 */
export async function usableCodes(
  shop: Shop,
  guesser: Guesser,
  context: ShoppingContext,
  { items, codes, customerId, kept = [] }: CartCodes,
): Promise<UsableCodes> {
  const admitted = await admittedCodes(shop, guesser, codes, kept)
  const unchecked = codes.filter((code) => !admitted.includes(code))
  if (admitted.length === 0) return { usable: [], unchecked }
  const { coupons } = await priceCart(shop.db, context, { items, coupons: admitted, customerId }, shop.now())
  await countMisses(
    shop,
    guesser,
    admitted.filter((code) => !kept.includes(code)),
    coupons,
  )
  const found = new Set(coupons.map(({ code }) => code))
  return { usable: admitted.filter((code) => found.has(code)), unchecked }
}

/**
 * Whether the limit of tries is reached (design: coupon guessing). Every code that was not accepted before uses a point
 * before it is looked up, so that guesses made at once count too; `countMisses` refunds those that were right.
 */
export async function isTrying(shop: Shop, guesser: Guesser, codes: readonly string[]): Promise<boolean> {
  const { limits } = shop
  const guesses = guessesOf(shop, guesser, codes).length
  if (guesses === 0) return false
  const session = sessionOf(guesser)
  if (session !== undefined && !(await limits.codesBySession.take(session, guesses)).isWithin) return true
  return !(await limits.codesByAddress.take(guesser.clientAddress, guesses)).isWithin
}

/** Refunds the codes that came back, and remembers who tried others. */
export async function countMisses(
  shop: Shop,
  guesser: Guesser,
  codes: readonly string[],
  found: readonly Pick<Coupon, 'code'>[],
): Promise<void> {
  const known = new Set(found.map(({ code }) => code))
  const guesses = guessesOf(shop, guesser, codes)
  const hits = guesses.filter((code) => known.has(code))
  const misses = guesses.length - hits.length
  for (const code of codes) if (known.has(code)) shop.acceptedCodes.add(networkOf(guesser.clientAddress), code)
  const session = sessionOf(guesser)
  if (hits.length > 0) {
    if (session !== undefined) await shop.limits.codesBySession.refund(session, hits.length)
    await shop.limits.codesByAddress.refund(guesser.clientAddress, hits.length)
  }
  if (misses === 0) return
  const named = session ?? newSecret()
  if (session === undefined) await shop.limits.codesBySession.take(named, misses)
  guesser.cookies.set(COOKIE, named, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: SECONDS,
    secure: shop.env.ORIGIN.startsWith('https:'),
  })
}

function guessesOf(shop: Shop, guesser: Guesser, codes: readonly string[]): string[] {
  return codes.filter((code) => !isAccepted(shop, guesser, code))
}

function isAccepted({ acceptedCodes }: Shop, { clientAddress }: Guesser, code: string): boolean {
  return acceptedCodes.has(networkOf(clientAddress), code)
}

function sessionOf({ cookies }: Guesser): string | undefined {
  return cookies.get(COOKIE)?.value.slice(0, 64) || undefined
}
