import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { Coupon } from '../../../domain/cart/coupons.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import type { Session } from '../../identity/sessions/session.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { networkOf } from '../../platform/http/network.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { priceCart } from './price-cart.ts'

/** Identifies a browser that entered a wrong code; set only then, and kept as long as its tries count. */
const cookieName = 'tries'
const maxAgeSeconds = 600

export type Guesser = Pick<CallContext, 'clientAddress' | 'cookies'>
/** Who looks at a cart or a checkout: a guesser, the signed-in customer, and by `session` the guest of one order. */
export type Visitor = Guesser & { customerId: string | null; session?: Session | null }

/**
 * Returns the codes that can be looked up: all of them, or after too many tries only those that were accepted from this
 * network before. Codes `stored` by the cart's checkout do not count as tries. Codes that fail for any reason are
 * simply missing, so the answer does not reveal why.
 */
export async function admittedCodes(
  shop: Shop,
  guesser: Guesser,
  codes: readonly string[],
  stored: readonly string[] = [],
): Promise<readonly string[]> {
  const others = codes.filter((code) => !stored.includes(code))
  if (!(await isTrying(shop, guesser, others))) return codes
  const accepted = await shop.acceptedCodes.among(networkOf(guesser.clientAddress), others)
  return codes.filter((code) => stored.includes(code) || accepted.has(code))
}

type CartCodes = {
  items: readonly SentLine[]
  codes: readonly string[]
  customerId: string | null
  stored?: readonly string[]
}
/** `unchecked` were not looked up, because this visitor has tried too many codes. */
type UsableCodes = { usable: string[]; unchecked: string[] }

/** Returns the codes that this shopper can use with the cart. Other codes are counted as wrong tries and left out. */
export async function usableCodes(
  shop: Shop,
  guesser: Guesser,
  context: ShoppingContext,
  { items, codes, customerId, stored = [] }: CartCodes,
): Promise<UsableCodes> {
  const admitted = await admittedCodes(shop, guesser, codes, stored)
  const unchecked = codes.filter((code) => !admitted.includes(code))
  if (admitted.length === 0) return { usable: [], unchecked }
  const { coupons } = await priceCart(shop.db, context, { items, coupons: admitted, customerId }, shop.now())
  await countMisses(
    shop,
    guesser,
    admitted.filter((code) => !stored.includes(code)),
    coupons,
  )
  const found = new Set(coupons.map(({ code }) => code))
  return { usable: admitted.filter((code) => found.has(code)), unchecked }
}

/**
 * Takes one rate-limit point per new code before it is looked up, so that concurrent guesses count too, and tells
 * whether the limit is reached (design: coupon guessing). `countMisses` refunds the points of valid codes.
 */
export async function isTrying(shop: Shop, guesser: Guesser, codes: readonly string[]): Promise<boolean> {
  const guesses = guessesOf(shop, guesser, codes)
  if (guesses.length === 0 || (await areWithin(shop, guesser, guesses.length))) return false
  // Another worker or node may have accepted all of them.
  return (await shop.acceptedCodes.among(networkOf(guesser.clientAddress), guesses)).size < guesses.length
}

async function areWithin({ limits }: Shop, guesser: Guesser, guesses: number): Promise<boolean> {
  const session = sessionOf(guesser)
  if (session !== undefined && !(await limits.codesBySession.take(session, guesses)).isWithin) return false
  return (await limits.codesByAddress.take(guesser.clientAddress, guesses)).isWithin
}

/** Refunds the rate-limit points of valid codes. For wrong codes, sets the cookie that identifies this browser. */
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
  const network = networkOf(guesser.clientAddress)
  for (const code of codes) if (known.has(code)) await shop.acceptedCodes.add(network, code)
  const session = sessionOf(guesser)
  if (hits.length > 0) {
    if (session !== undefined) await shop.limits.codesBySession.refund(session, hits.length)
    await shop.limits.codesByAddress.refund(guesser.clientAddress, hits.length)
  }
  if (misses === 0) return
  const named = session ?? newSecret()
  if (session === undefined) await shop.limits.codesBySession.take(named, misses)
  guesser.cookies.set(cookieName, named, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: maxAgeSeconds,
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
  return cookies.get(cookieName)?.value.slice(0, 64) || undefined
}
