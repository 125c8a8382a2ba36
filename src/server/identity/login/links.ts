import { dayMs } from '../../../domain/durations.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import type { LinkPurpose } from '../../platform/db/tables/account-tables.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { insertLink, insertOrderLink } from './link-queries.ts'
import type { Mailed } from './mailed-order-queries.ts'

/** Minutes that a login link is valid. */
export const linkMinutes = 10
const orderLinkDays = 180
/** Days within which the old address can cancel a change. */
export const stopLinkDays = 7

export type LinkTarget = {
  customerId: string | null
  email: string
  name: string
  language: Language
  country: string
  currencyId: number
}
/** The identifier of the requesting browser, and the session that requests a new address; '' where there is none. */
export type LinkOrigin = { browser: string; sessionId: string }
type Linking = Pick<Shop, 'db' | 'env'> & { now: () => Date }

/** Creates a single-use login link and returns its address; only the token's hash is stored. */
export async function loginLink(
  { db, env, now }: Linking,
  purpose: LinkPurpose,
  target: LinkTarget,
  { browser, sessionId }: LinkOrigin = { browser: '', sessionId: '' },
): Promise<string> {
  const token = newSecret()
  const { customerId, email, name, language, country, currencyId } = target
  await insertLink(db, {
    hash: hashSecret(token),
    purpose,
    customer_id: customerId,
    email,
    name,
    language,
    country,
    currency_id: currencyId,
    expires_at: new Date(
      now().getTime() + (purpose === 'email_stop' ? stopLinkDays * 1440 : linkMinutes) * 60_000,
    ).toISOString(),
    spent_at: null,
    browser,
    session_id: sessionId || null,
  })
  return linkTo(env.ORIGIN, language, token)
}

/**
 * Creates a link to an order for its guest, valid for half a year, and returns its address. Throws if the order got
 * another e-mail address since it was read.
 */
export async function orderLink({ db, env, now }: Linking, order: Mailed & { language: Language }): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(now().getTime() + orderLinkDays * dayMs).toISOString()
  await insertOrderLink(db, order, { hash: hashSecret(token), expires_at: expiresAt })
  return linkTo(env.ORIGIN, order.language, token)
}

function linkTo(origin: string, language: Language, token: string): string {
  return origin + href(language, 'login', {}, { token })
}
