import type { WithdrawalPage } from '../../../contracts/customer-pages/withdrawal-page.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { isWithin, mayMailLink } from '../../platform/http/limits/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../shop.ts'

type Typed = { number: string; email: string; name: string }

/**
 * Accepts a guest's request for a withdrawal link. The answer is the same for every number and address: whether they
 * match is checked when the mail is written, so neither the answer nor its timing reveals it. The time of the request
 * counts as the day of the withdrawal. An address gets three such mails an hour about an order, and ten a day;
 * guesses of other numbers send none, and do not use them up.
 */
export async function requestWithdrawalLink(shop: Shop, clientAddress: string, typed: Typed): Promise<WithdrawalPage> {
  const email = normalizedEmail(typed.email)
  if (typed.number === '') return { ...typed, kind: 'ask', fault: 'number_missing' }
  if (!isEmail(email)) return { ...typed, kind: 'ask', fault: 'email_invalid' }
  if (!(await isWithin(shop.limits.withdrawals, clientAddress))) return { ...typed, kind: 'ask', fault: 'too_many' }
  const now = shop.now()
  if (await mayMailLink(shop.limits, `withdrawal ${typed.number} ${email}`)) {
    const payload = { number: typed.number, email, askedAt: now.toISOString() }
    const effect: Effect = { kind: 'mail.withdrawal_link', dedupeKey: `mail.withdrawal_link:${newId()}`, payload }
    await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, now))
  }
  return { kind: 'mailed', number: typed.number, email: typed.email, at: now.toISOString() }
}
