import type { APIContext } from 'astro'
import { daySeconds } from '../../../domain/durations.ts'
import { hasAgreedPrices } from '../../catalog/products/agreed-queries.ts'
import type { Shop } from '../shop.ts'
import { clearSecretCookie, readSecretCookie, writeSecretCookie } from './session-cookies.ts'

type Services = Pick<Shop, 'db' | 'env' | 'now'>
type Cookies = APIContext['cookies']

const markSeconds = 30 * daySeconds

/**
 * Whether the browser belongs to somebody with agreed prices: then its public pages are made for it alone, past every
 * cache. The mark grants nothing; whose prices count is asked of the session.
 */
export function mayHaveOwnPrices(env: Services['env'], cookies: Cookies): boolean {
  return readSecretCookie(env, cookies, 'own_prices') !== undefined
}

/** Returns the customer whose agreed prices count, or null, and marks the browser accordingly. */
export async function buyerOf(
  { db, env, now }: Services,
  cookies: Cookies,
  customerId: string | null,
): Promise<string | null> {
  const isMarked = mayHaveOwnPrices(env, cookies)
  const hasOwn = customerId !== null && (await hasAgreedPrices(db, customerId, now().toISOString()))
  if (hasOwn && !isMarked) writeSecretCookie(env, cookies, 'own_prices', '1', markSeconds)
  if (!hasOwn && isMarked) clearSecretCookie(env, cookies, 'own_prices')
  return hasOwn ? customerId : null
}
