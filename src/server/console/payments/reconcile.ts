import type { Difference, PaymentEvent } from '../../../contracts/console/payments.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { OrderEventRow } from '../../ordering/orders/queries.ts'
import { noticeJson } from '../../payments/notice-json.ts'
import type { ProviderNotice } from '../../payments/provider.ts'
import type { AttemptRow } from '../../payments/queries.ts'
import type { RefundRow } from '../../payments/refund-queries.ts'

type EventRow = { event_id: string; kind: string; payload: string; received_at: string }
type Own = { attempt: AttemptRow; refunds: readonly RefundRow[]; history: readonly OrderEventRow[] }

/** Puts each event of the provider beside what the shop did, and says where the two differ. */
export function reconciled(events: readonly EventRow[], own: Own): PaymentEvent[] {
  return events.map((row) => {
    const notice = readNotice(row.payload)
    const notified = notice && 'amount' in notice ? { amount: notice.amount, currency: notice.currency } : null
    return {
      id: row.event_id,
      at: row.received_at,
      kind: row.kind,
      notified,
      reason: notice && 'reason' in notice ? (notice.reason ?? '') : '',
      did: own.history.filter((entry) => isFrom(entry, row, own.attempt)).map(eventText),
      difference: notice ? differenceOf(notice, own) : 'unreadable',
    }
  })
}

/** The history has what a notice did under the provider's name and the very moment of the notice. */
function isFrom(entry: OrderEventRow, row: EventRow, { provider }: AttemptRow): boolean {
  return entry.at === row.received_at && (entry.actor === `payment:${provider}` || entry.actor === 'shop')
}

function eventText({ from_status: from, to_status: to, note }: OrderEventRow): string {
  return [from === to ? '' : to, note].filter((part) => part !== '').join(': ')
}

function readNotice(payload: string): ProviderNotice | undefined {
  try {
    return noticeJson.read(payload)
  } catch {
    return undefined
  }
}

function differenceOf(notice: ProviderNotice, { attempt, refunds }: Own): Difference | null {
  if (notice.outcome === 'disputed') return null
  if (notice.outcome === 'refund_failed') {
    const refund = refunds.find(({ id }) => id === notice.refundId)
    return refund?.status === 'failed' ? null : 'refund_open'
  }
  const isUnpaid = notice.outcome === 'failed' || notice.outcome === 'expired'
  if (isUnpaid) return attempt.status === 'started' ? 'not_recorded' : null
  if (notice.currency !== attempt.currency) return 'currency'
  if (notice.outcome === 'refunded') return notice.amount > attempt.refunded ? 'refunded' : null
  return differenceOfPaid(notice.amount, attempt)
}

function differenceOfPaid(amount: Minor, attempt: AttemptRow): Difference | null {
  if (amount !== attempt.amount) return 'amount'
  return attempt.status === 'started' || attempt.status === 'failed' ? 'not_recorded' : null
}
