import type { Minor } from '../../domain/money/money.ts'
import { refundable } from '../../domain/orders/payments.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { announcedDisputes, isDisputedAtProvider, movesBeforePayout } from './dispute-notice-queries.ts'
import type { AttemptRow } from './queries.ts'

/** Money of an order's payments that a bank has taken back or demands, of which it is not settled yet who loses it. */
export type OpenDispute = {
  amount: Minor
  /** The newest payout that has it, or the provider's id of the dispute. */
  source: string
}

/**
 * The open dispute of an order's payments; undefined if there is none. What the provider tells of counts until a payout
 * has it. The dispute of a payment that two orders share is of both. Disputes that cannot be settled here do not count:
 * those of a payout in another currency, or whose report states another sum.
 */
export async function openDisputeOf(db: Queryable, orderId: string): Promise<OpenDispute | undefined> {
  const { references, currency } = await paymentsOf(db, orderId)
  if (references.length === 0) return undefined
  const moves = (await movesBeforePayout(db, references)).filter((move) => move.currency === currency)
  const rows = [
    ...moves.map(({ dispute_id: source, ...move }) => ({ ...move, source })),
    ...(await payoutRowsOf(db, references, currency)),
  ]
  const announced = await announcedDisputes(db, references, currency)
  if (rows.length === 0 && announced.length === 0) return undefined
  const settled = await db
    .selectFrom('dispute_outcomes')
    .select(['reference', 'amount'])
    .where('reference', 'in', references)
    .execute()
  const open = [...Map.groupBy(rows, ({ reference }) => reference)].map(([reference, own]) => {
    const taken = own.reduce((sum, { gross }) => sum - gross, 0)
    return settled.reduce((sum, each) => sum - (each.reference === reference ? each.amount : 0), taken)
  })
  const amount = announced.reduce(
    (sum, each) => sum + each.amount,
    open.reduce((sum, each) => sum + Math.max(0, each), 0),
  )
  const source = announced[0]?.id ?? rows.find(({ kind }) => kind === 'dispute')?.source
  return amount > 0 && source !== undefined ? { amount, source } : undefined
}

/** The rows of payouts about disputes of payments that can be settled here, the newest payout first. */
async function payoutRowsOf(db: Queryable, references: readonly string[], currency: string) {
  const rows = await db
    .selectFrom('payout_rows as r')
    .innerJoin('payouts as p', 'p.id', 'r.payout_id')
    .select(['r.reference', 'r.kind', 'r.gross', 'r.payout_id as source', 'p.net', 'p.stated', 'p.currency'])
    .where('r.kind', 'in', ['dispute', 'dispute_won'])
    .where('r.reference', 'in', references)
    .orderBy('p.day', 'desc')
    .orderBy('r.payout_id', 'desc')
    .execute()
  return rows.filter(
    (row) => row.currency === currency && (row.kind === 'dispute_won' || row.stated === null || row.stated === row.net),
  )
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

/** Those of some orders of whose payments a bank has taken money back for good. */
export async function ordersWithLosses(db: Queryable, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('dispute_outcomes')
    .select('order_id')
    .distinct()
    .where('order_id', 'in', [...new Set(orderIds)])
    .execute()
  return new Set(rows.map(({ order_id: id }) => id))
}

/** What can still be refunded of a payment, without what its bank has taken back. */
export function leftOf(
  attempt: Pick<AttemptRow, 'captured' | 'refunded' | 'payment_reference'>,
  taken: ReadonlyMap<string, Minor>,
): Minor {
  return Math.max(0, refundable(attempt) - (taken.get(attempt.payment_reference ?? '') ?? 0))
}

/** Tells whether a bank has ever taken money of an order's payments back, or demands it. */
export async function wasDisputed(db: Queryable, orderId: string): Promise<boolean> {
  const { references } = await paymentsOf(db, orderId)
  if (references.length === 0) return false
  const row = await db
    .selectFrom('payout_rows')
    .select('id')
    .where('kind', '=', 'dispute')
    .where('reference', 'in', references)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined || (await isDisputedAtProvider(db, references))
}

/** The provider's ids of the payments of an order that were captured, and the order's currency. */
async function paymentsOf(db: Queryable, orderId: string): Promise<{ references: string[]; currency: string }> {
  const rows = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.payment_reference as reference', 'o.currency'])
    .where('a.order_id', '=', orderId)
    .where('a.captured', '>', 0)
    .where('a.payment_reference', 'is not', null)
    .execute()
  return {
    references: [...new Set(rows.flatMap(({ reference }) => reference ?? []))],
    currency: rows[0]?.currency ?? '',
  }
}
