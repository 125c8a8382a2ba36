import type { Minor } from '../../domain/money/money.ts'
import { refundable } from '../../domain/orders/payments.ts'
import type { Queryable } from '../platform/db/tables.ts'
import type { AttemptRow } from './queries.ts'

/** Money of an order's payments that a bank has taken back, of which it is not settled yet who loses it. */
export type OpenDispute = { amount: Minor; payout: string }

/**
 * The open dispute of an order's payments, with the newest payout that has it; undefined if there is none. The dispute
 * of a payment that two orders share is of both. Disputes that cannot be settled here do not count: those of a payout
 * in another currency, or whose report states another sum.
 */
export async function openDisputeOf(db: Queryable, orderId: string): Promise<OpenDispute | undefined> {
  const rows = await db
    .selectFrom('payout_rows as r')
    .innerJoin('payouts as p', 'p.id', 'r.payout_id')
    .innerJoin('orders as o', (on) => on.onRef('o.currency', '=', 'p.currency').on('o.id', '=', orderId))
    .select(['r.reference', 'r.kind', 'r.gross', 'r.payout_id', 'p.net', 'p.stated'])
    .where('r.kind', 'in', ['dispute', 'dispute_won'])
    .where('r.reference', 'in', referencesOf(db, orderId))
    .orderBy('p.day', 'desc')
    .orderBy('r.payout_id', 'desc')
    .execute()
  if (rows.length === 0) return undefined
  const settled = await db
    .selectFrom('dispute_outcomes')
    .select(['reference', 'amount'])
    .where('reference', 'in', referencesOf(db, orderId))
    .execute()
  const counted = rows.filter(({ kind, net, stated }) => kind === 'dispute_won' || stated === null || stated === net)
  const open = [...Map.groupBy(counted, ({ reference }) => reference)].map(([reference, own]) => {
    const taken = own.reduce((sum, { gross }) => sum - gross, 0)
    return settled.reduce((sum, each) => sum - (each.reference === reference ? each.amount : 0), taken)
  })
  const amount = open.reduce((sum, each) => sum + Math.max(0, each), 0)
  const payout = counted.find(({ kind }) => kind === 'dispute')?.payout_id
  return amount > 0 && payout !== undefined ? { amount, payout } : undefined
}

/** What banks have taken back of an order's payments for good, by the provider's id of the payment; minor units. */
export async function takenOf(db: Queryable, orderId: string): Promise<Map<string, Minor>> {
  const rows = await db
    .selectFrom('dispute_outcomes')
    .select('reference')
    .select(({ fn }) => fn.sum<number>('amount').as('amount'))
    .where('order_id', '=', orderId)
    .groupBy('reference')
    .execute()
  return new Map(rows.map(({ reference, amount }) => [reference, Number(amount)]))
}

/** What can still be refunded of a payment, without what its bank has taken back. */
export function leftOf(
  attempt: Pick<AttemptRow, 'captured' | 'refunded' | 'payment_reference'>,
  taken: ReadonlyMap<string, Minor>,
): Minor {
  return Math.max(0, refundable(attempt) - (taken.get(attempt.payment_reference ?? '') ?? 0))
}

/** Tells whether a bank has ever taken money of an order's payments back. */
export async function wasDisputed(db: Queryable, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payout_rows')
    .select('id')
    .where('kind', '=', 'dispute')
    .where('reference', 'in', referencesOf(db, orderId))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The provider's ids of the payments of an order that were captured. */
function referencesOf(db: Queryable, orderId: string) {
  return db
    .selectFrom('payment_attempts')
    .select((row) => row.ref('payment_reference').$notNull().as('reference'))
    .where('order_id', '=', orderId)
    .where('captured', '>', 0)
    .where('payment_reference', 'is not', null)
}
