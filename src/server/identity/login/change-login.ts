import type { ChangeEmail, ChangePassword } from '../../../contracts/calls/change-login.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { CallContext, Operation } from '../../platform/http/calls/endpoint.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { updateCustomer } from '../customer-queries.ts'
import { customerOf, type CustomerSession } from '../sessions/guards.ts'
import { deleteSessions, sessionIdsOf } from '../sessions/session-queries.ts'
import type { Shop } from '../shop.ts'
import { markBrowser } from './asking-browser.ts'
import { deleteLinksOf } from './link-queries.ts'
import { refundAttempt, passwordLimits, rememberDevice, consumeAttempt, type LoginClient } from './login-tries.ts'
import { requestLoginLink } from './request-login-link.ts'

/** A customer who signed in by a mailed link may choose a password within this time without the old one. */
const freshMs = 15 * 60_000

type NewPassword = { password: string; currentPassword: string | undefined }

/** POST /api/auth/password: 403 wrong_password, 422 for a password that is too easy. */
export const changePassword: Operation<typeof ChangePassword, Shop> = async (shop, { body }, call) => {
  await setPassword(shop, call, customerOf(call), { password: body.password, currentPassword: body.current_password })
  return {}
}

/** Sets the password, ends all other sessions, invalidates earlier links and notifies the customer by mail. */
export async function setPassword(
  shop: Shop,
  call: LoginClient,
  session: CustomerSession,
  { password, currentPassword }: NewPassword,
): Promise<void> {
  const { customer } = session
  const { company, brand } = shop.settings.all
  const fault = await shop.commonPasswords.faultOf(password, {
    email: customer.email,
    origin: shop.env.ORIGIN,
    names: [company.name, ...Object.values(brand.name)],
  })
  if (fault) throw new ProblemError(422, fault)
  await reauthenticate(shop, call, session, currentPassword)
  const passwordHash = await shop.passwords.hash(password)
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    await updateCustomer(trx, customer.id, { password_hash: passwordHash })
    await deleteLinksOf(trx, customer.id)
    await deleteSessions(
      trx,
      (await sessionIdsOf(trx, customer.id)).filter((id) => id !== session.id),
    )
    const payload = { email: customer.email, language: customer.language }
    await addToOutbox(
      trx,
      { kind: 'mail.password_changed', dedupeKey: `mail.password_changed:${newId()}`, payload },
      now,
    )
  })
  rememberDevice(shop, call, { ...customer, password_hash: passwordHash })
}

/**
 * POST /api/auth/email: nothing changes until the link in the mail to the new address is used; a taken address gets
 * the same answer.
 */
export const changeEmail: Operation<typeof ChangeEmail, Shop> = async (shop, { body }, call) => {
  const session = customerOf(call)
  await reauthenticate(shop, call, session, body.current_password)
  await requestEmailChange(shop, call, session, body.email)
  return {}
}

/** Mails the new address a link that works in this session only, and the old one a link that cancels the change. */
export async function requestEmailChange(
  shop: Shop,
  call: LoginClient,
  session: CustomerSession,
  email: string,
): Promise<void> {
  const { id, email: from, name, language, country, currency_id: currencyId } = session.customer
  const isLinkSent = await requestLoginLink(shop, call, {
    purpose: 'email',
    email,
    name,
    language,
    country,
    currency_id: String(currencyId),
    customer_id: id,
    browser: markBrowser(shop, call),
    session_id: session.id,
  })
  if (!isLinkSent) return
  const effect: Effect = {
    kind: 'mail.email_change_asked',
    dedupeKey: `mail.email_change_asked:${newId()}`,
    payload: { customerId: id, email: from, to: email, language },
  }
  await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, shop.now()))
}

/**
 * Tells whether a session may change its login without the old password: it was just opened by a mailed link, or the
 * account has no password.
 */
export function isFresh({ now }: Pick<Shop, 'now'>, { method, createdAt, customer }: CustomerSession): boolean {
  return (method === 'link' && now().getTime() - Date.parse(createdAt) <= freshMs) || customer.password_hash === null
}

/** Requires the password again from a session that is not fresh: 403 wrong_password, 429 too_many_tries. */
export async function reauthenticate(
  shop: Shop,
  call: Pick<CallContext, 'clientAddress' | 'cookies'>,
  session: CustomerSession,
  password: string | undefined,
): Promise<void> {
  if (isFresh(shop, session)) return
  const tries = passwordLimits(shop, call, session.customer.email, session.customer)
  await consumeAttempt(tries)
  if (!(await shop.passwords.matches(password ?? '', session.customer.password_hash)))
    throw new ProblemError(403, 'wrong_password')
  await refundAttempt(tries)
}
