import type { ForgotPassword, Register } from '../../../contracts/calls/register.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { fromNetwork, isWithin } from '../../platform/http/limits/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect, EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { customerByEmail } from '../customer-queries.ts'
import { knownDevice } from '../sessions/known-devices.ts'
import type { Shop } from '../shop.ts'
import { markBrowser } from './asking-browser.ts'
import { consumeAttempt, type LoginClient } from './login-tries.ts'

/** The outbox payload of the mail. It holds no token, which would be readable in the outbox. */
export type LinkRequest = EffectPayload<'mail.login_link'>

/** POST /api/auth/register: answers the same for every address. */
export const register: Operation<typeof Register, Shop> = async (shop, { body }, call) => {
  const { language, country, currency } = call.locals.shopping
  await requestLoginLink(shop, call, {
    purpose: 'register',
    email: body.email,
    name: body.name,
    language,
    country,
    currency_id: String(currency.id),
    customer_id: '',
    browser: markBrowser(shop, call),
  })
  return {}
}

/** POST /api/auth/forgot: answers the same for every address. */
export const forgotPassword: Operation<typeof ForgotPassword, Shop> = async (shop, { body }, call) => {
  const { language, country, currency } = call.locals.shopping
  await requestLoginLink(shop, call, {
    purpose: 'reset',
    email: body.email,
    name: '',
    language,
    country,
    currency_id: String(currency.id),
    customer_id: '',
    browser: markBrowser(shop, call),
  })
  return {}
}

/**
 * Queues the mail. The account is looked up for every address alike, to know its owner's browser, and what to write is
 * decided when the mail is written: the answer does not reveal whether there is one. Requests above the limits of the
 * address are dropped. Returns whether the mail was queued.
 */
export async function requestLoginLink(shop: Shop, call: LoginClient, request: LinkRequest): Promise<boolean> {
  await consumeAttempt([[shop.limits.loginMailsByAddress, call.clientAddress]])
  if (!(await mayMail(shop, call, request.email))) return false
  await queue(shop, request)
  return true
}

/**
 * Counts a mail to an address. A browser in which its customer has signed in has a limit of its own. Others are limited
 * by network, with fewer mails than the mailbox gets from all of them, so that one stranger neither sends many nor
 * keeps the owner from signing in.
 */
async function mayMail(shop: Shop, { clientAddress, cookies }: LoginClient, email: string): Promise<boolean> {
  const { loginLinksByOwner, loginLinksByAsker, loginLinksByAskerADay, loginLinksByEmail } = shop.limits
  const customer = await customerByEmail(shop.db, email)
  if (customer && knownDevice(shop.env, cookies, 'known_device', customer)) return isWithin(loginLinksByOwner, email)
  const asker = fromNetwork(clientAddress, email)
  return (
    (await isWithin(loginLinksByAsker, asker)) &&
    (await isWithin(loginLinksByAskerADay, asker)) &&
    isWithin(loginLinksByEmail, email)
  )
}

/** Queues the mail that staff send, three an hour to an address whoever else asks. Returns whether it was queued. */
export async function queueStaffsLink(
  shop: Pick<Shop, 'db' | 'limits' | 'now'>,
  request: LinkRequest,
): Promise<boolean> {
  if (!(await isWithin(shop.limits.loginMailsByAccount, `console ${request.email}`))) return false
  await queue(shop, request)
  return true
}

async function queue({ db, now }: Pick<Shop, 'db' | 'now'>, request: LinkRequest): Promise<void> {
  const effect: Effect = { kind: 'mail.login_link', dedupeKey: `mail.login_link:${newId()}`, payload: request }
  await db.transaction().execute((trx) => addToOutbox(trx, effect, now()))
}
