import { sql } from 'kysely'
import { movesBeforePayout } from '../../payments/dispute-notice-queries.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'
import type { Payout } from './read-payouts.ts'

/** What fits into one statement. */
const atOnce = 500

export async function payoutById(db: Queryable, id: string): Promise<Row<'payouts'> | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest payouts. */
export async function newestPayouts(db: Queryable, limit: number): Promise<Row<'payouts'>[]> {
  return db.selectFrom('payouts').selectAll().orderBy('day', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The rows of payouts about disputes, lost and won. */
export async function disputeRows(db: Queryable, ids: readonly string[]) {
  return inParts(ids, (part) =>
    db
      .selectFrom('payout_rows')
      .select(['payout_id', 'gross', 'fee'])
      .where('kind', 'in', ['dispute', 'dispute_won'])
      .where('payout_id', 'in', part)
      .execute(),
  )
}
export type DisputeRow = Awaited<ReturnType<typeof disputeRows>>[number]

/** The rows of payouts whose payments were in another currency. */
export async function exchangedRows(db: Queryable, ids: readonly string[]) {
  return inParts(ids, (part) =>
    db
      .selectFrom('payout_rows')
      .select(['payout_id', 'gross', 'paid', 'paid_currency'])
      .where('paid_currency', 'is not', null)
      .where('payout_id', 'in', part)
      .execute(),
  )
}
export type ExchangedRow = Awaited<ReturnType<typeof exchangedRows>>[number]

export async function rowsOfPayout(db: Queryable, id: string): Promise<Row<'payout_rows'>[]> {
  return db.selectFrom('payout_rows').selectAll().where('payout_id', '=', id).orderBy('id').execute()
}

/** The rows of payouts, of at most `limit` in all: payouts whose rows would be too many are not in the result. */
export async function rowsOfPayouts(
  db: Queryable,
  ids: readonly string[],
  limit: number,
): Promise<Map<string, Row<'payout_rows'>[]>> {
  const counts = await inParts(ids, (part) =>
    db
      .selectFrom('payout_rows')
      .select(({ fn }) => ['payout_id', fn.countAll<number>().as('count')])
      .where('payout_id', 'in', part)
      .groupBy('payout_id')
      .execute(),
  )
  const rowsOf = new Map(counts.map(({ payout_id: id, count }) => [id, Number(count)]))
  let left = limit
  const read = ids.filter((id) => {
    const count = rowsOf.get(id) ?? 0
    if (count > left) return false
    left -= count
    return true
  })
  const rows = await inParts(read, (part) =>
    db.selectFrom('payout_rows').selectAll().where('payout_id', 'in', part).execute(),
  )
  const byPayout = Map.groupBy(rows, ({ payout_id: id }) => id)
  return new Map(read.map((id) => [id, byPayout.get(id) ?? []]))
}

/** Payouts whose day is in a period, which belong in its books. */
export async function payoutsIn(db: Queryable, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('id')
    .execute()
}

export async function hasPayoutRow(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const found = await inParts(ids, (part) =>
    db.selectFrom('payout_rows').select('id').where('id', 'in', part).execute(),
  )
  return found.length > 0
}

export async function insertPayout(
  trx: DatabaseTransaction,
  { rows, ...payout }: Payout,
  by: { actor: string; at: string },
): Promise<void> {
  await trx
    .insertInto('payouts')
    .values({ ...payout, ...by })
    .execute()
  await inParts(rows, async (part) => {
    await trx
      .insertInto('payout_rows')
      .values(part.map((row) => ({ ...row, payout_id: payout.id })))
      .execute()
    return []
  })
}

/** The provider's payments by its ids; of several with one id, of which one was moved to an exchange, oldest first. */
export async function attemptsNamed(db: Queryable, names: readonly string[]) {
  return inParts(names, (part) =>
    db
      .selectFrom('payment_attempts as a')
      .innerJoin('orders as o', 'o.id', 'a.order_id')
      .select(['a.id', 'a.order_id', 'a.payment_reference as reference', 'a.captured', 'a.refunded', 'a.currency'])
      .select('o.number')
      .where('a.payment_reference', 'in', part)
      .where('a.provider', '=', 'stripe')
      .orderBy('a.created_at')
      .orderBy('a.captured', 'desc')
      .orderBy('a.id')
      .execute(),
  )
}
export type AttemptNamed = Awaited<ReturnType<typeof attemptsNamed>>[number]

/** What the provider paid back of payments, or was moved to an exchange, by the provider's ids. */
export async function refundsNamed(db: Queryable, names: readonly string[]) {
  return inParts(names, (part) =>
    db
      .selectFrom('refunds as r')
      .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
      .select(['a.payment_reference as reference', 'r.amount', 'r.dedupe_key as key'])
      .where('a.payment_reference', 'in', part)
      .where('r.paid_at', 'is not', null)
      .where('r.by_bank', '=', 0)
      .execute(),
  )
}
export type RefundNamed = Awaited<ReturnType<typeof refundsNamed>>[number]

/** The rows of all payouts about payments. */
export async function rowsNamed(db: Queryable, names: readonly string[]): Promise<Row<'payout_rows'>[]> {
  return inParts(names, (part) => db.selectFrom('payout_rows').selectAll().where('reference', 'in', part).execute())
}

/** The rows of all payouts about payments, and what the provider tells was won since: no payout has it yet. */
export async function rowsAndWins(db: Queryable, names: readonly string[], currency: string) {
  const won = (await movesBeforePayout(db, names)).filter(
    (move) => move.kind === 'dispute_won' && move.currency === currency,
  )
  return [...(await rowsNamed(db, names)), ...won].map(({ reference, kind, gross }) => ({ reference, kind, gross }))
}

/** Payments that were captured between two times and are in no payout, oldest first. */
export async function notPaidOut(db: Queryable, { from, before }: { from: string; before: string }, limit: number) {
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.captured_at as at', 'a.captured', 'a.currency', 'o.number'])
    .where('a.captured_at', '>=', from)
    .where('a.captured_at', '<', before)
    .where('a.captured', '>', 0)
    .where('a.provider', '=', 'stripe')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('payout_rows as p')
            .select('p.id')
            .whereRef('p.reference', '=', 'a.payment_reference')
            // Without statistics SQLite would look through all charges by their kind, for each payment.
            .where(sql<string>`coalesce(p.kind, '')`, '=', 'charge'),
        ),
      ),
    )
    .orderBy('a.captured_at')
    .limit(limit)
    .execute()
}

async function inParts<Item, Found>(
  items: readonly Item[],
  find: (part: readonly Item[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = []
  for (let at = 0; at < items.length; at += atOnce) found.push(...(await find(items.slice(at, at + atOnce))))
  return found
}
