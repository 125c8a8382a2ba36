import type { ForgotPassword, Register } from '../../../contracts/calls/register.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect, EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../shop.ts'
import { markBrowser } from './asking-browser.ts'
import { consumeAttempt } from './login-tries.ts'

/** The outbox payload of the mail. It holds no token, which would be readable in the outbox. */
export type LinkRequest = EffectPayload<'mail.login_link'>

/** POST /api/auth/register: answers the same for every address. */
export const register: Operation<typeof Register, Shop> = async (shop, { body }, call) => {
  const { language, country, currency } = call.locals.shopping
  await askForLink(shop, call.clientAddress, {
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
  await askForLink(shop, call.clientAddress, {
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
 * Queues the mail and does nothing else: whether the address has an account is looked up when the mail is written, so
 * neither the answer nor its timing reveals it. An address gets three such mails an hour; further requests are
 * dropped. Returns whether the mail was queued.
 */
export async function askForLink(shop: Shop, clientAddress: string, request: LinkRequest): Promise<boolean> {
  await consumeAttempt([[shop.limits.loginMailsByAddress, clientAddress]])
  return queueLinkMail(shop, request)
}

/** Queues the mail with a link, within the limit of its address. Returns whether it was queued. */
export async function queueLinkMail(
  { db, limits, now }: Pick<Shop, 'db' | 'limits' | 'now'>,
  request: LinkRequest,
): Promise<boolean> {
  if (!(await isWithin(limits.loginMailsByAccount, request.email))) return false
  const effect: Effect = { kind: 'mail.login_link', dedupeKey: `mail.login_link:${newId()}`, payload: request }
  await db.transaction().execute((trx) => addToOutbox(trx, effect, now()))
  return true
}
