import { currencyByCode } from '../../../domain/money/currencies.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { insertDisputeMove, providerDisputeById, writeProviderDispute } from '../../payments/dispute-notice-queries.ts'
import type { DisputeNotice } from '../../payments/provider.ts'
import { insertPaymentEvent, type AttemptRow } from '../../payments/queries.ts'
import { lockAttempt } from '../../payments/refund-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ProviderDisputeStatus } from '../../platform/db/tables/payout-tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

type Applied = 'applied' | 'duplicate' | 'unknown_attempt' | 'no_effect'

/**
 * Records a dispute as its provider tells of it, before a payout has it: until then it keeps the order from being
 * refunded. The books wait for the payout. Money that is given back pays what was set off against it (payWonBack).
 */
export async function applyDisputeNotice(shop: Shop, provider: string, notice: DisputeNotice): Promise<Applied> {
  const now = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, notice.attemptId, now.toISOString())
    if (!attempt || attempt.provider !== provider) return 'unknown_attempt'
    const isNew = await insertPaymentEvent(trx, {
      provider,
      event_id: notice.eventId,
      attempt_id: attempt.id,
      kind: notice.outcome,
      payload: JSON.stringify(notice),
      received_at: now.toISOString(),
    })
    if (!isNew) return 'duplicate'
    const isOther = await recordStatus(trx, attempt, notice, now)
    return (await recordMoves(trx, attempt, notice, now)) || isOther ? 'applied' : 'no_effect'
  })
}

/** A dispute that was asked for before another event may be written after it; decided ones stay decided. */
const ranks = { inquiry: 0, open: 1, won: 2, lost: 2 } as const satisfies Record<ProviderDisputeStatus, number>
const statusWords = {
  inquiry: 'the bank asks about',
  open: 'dispute opened',
  won: 'dispute won at the bank',
  lost: 'dispute lost at the bank',
} as const satisfies Record<ProviderDisputeStatus, string>

async function recordStatus(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  notice: DisputeNotice,
  now: Date,
): Promise<boolean> {
  const { reference: id, payment, amount, currency, status } = notice
  const known = await providerDisputeById(trx, id)
  if (known && (known.status === status || ranks[known.status] > ranks[status])) return false
  const at = now.toISOString()
  await writeProviderDispute(trx, { id, reference: payment, amount, currency, status, at, updated_at: at })
  await note(trx, attempt, `${statusWords[status]}: ${amountOf(amount, currency)}`, now)
  return true
}

const moveWords = { dispute: 'taken back by the bank', dispute_won: 'given back by the bank' } as const

async function recordMoves(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  { reference, payment, moves }: DisputeNotice,
  now: Date,
): Promise<boolean> {
  let isChanged = false
  for (const { id, kind, gross, currency } of moves) {
    const move = { id, dispute_id: reference, reference: payment, kind, gross, currency, at: now.toISOString() }
    if (!(await insertDisputeMove(trx, move))) continue
    isChanged = true
    await note(trx, attempt, `${moveWords[kind]}: ${amountOf(Math.abs(gross), currency)}`, now)
    const payload = { reference: payment }
    if (kind === 'dispute_won')
      await addToOutbox(trx, { kind: 'payment.dispute_won', dedupeKey: `payment.dispute_won:${id}`, payload }, now)
  }
  return isChanged
}

/** The amount as the history writes it; of a currency that the shop does not have, in its smallest unit. */
function amountOf(amount: number, code: string): string {
  const currency = currencyByCode(code)
  return currency ? plainAmount(amount, currency.code) : `${amount} ${code}`
}

async function note(trx: DatabaseTransaction, attempt: AttemptRow, text: string, now: Date): Promise<void> {
  const order = await orderById(trx, attempt.order_id)
  if (order) await appendOrderEvent(trx, order, { actor: `payment:${attempt.provider}`, note: text, now })
}
