import type { Minor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type OutcomeRow = Row<'dispute_outcomes'>
export type ShareRow = Row<'dispute_shares'>

/** A transaction of a payout by the provider's id. */
export async function payoutRowById(db: Queryable, id: string): Promise<Row<'payout_rows'> | undefined> {
  return db.selectFrom('payout_rows').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What became of the disputes of payments, by the provider's ids of these, oldest first. */
export async function outcomesOf(db: Queryable, references: readonly string[]): Promise<OutcomeRow[]> {
  if (references.length === 0) return []
  return db
    .selectFrom('dispute_outcomes')
    .selectAll()
    .where('reference', 'in', references)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** What became of the disputes of an order, oldest first. */
export async function outcomesOfOrder(db: Queryable, orderId: string): Promise<OutcomeRow[]> {
  return db
    .selectFrom('dispute_outcomes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export async function sharesOf(db: Queryable, outcomeId: string): Promise<ShareRow[]> {
  return db.selectFrom('dispute_shares').selectAll().where('outcome_id', '=', outcomeId).orderBy('rate').execute()
}

/** What lost disputes took off the sale of an order at each VAT rate, less what was undone of that. */
export async function lostByRate(db: Queryable, orderId: string): Promise<Map<number, { net: Minor; vat: Minor }>> {
  const rows = await db
    .selectFrom('dispute_shares as s')
    .innerJoin('dispute_outcomes as d', 'd.id', 's.outcome_id')
    .select('s.rate')
    .select(({ fn }) => [fn.sum<number>('s.net').as('net'), fn.sum<number>('s.vat').as('vat')])
    .where('d.order_id', '=', orderId)
    .groupBy('s.rate')
    .execute()
  return new Map(rows.map(({ rate, net, vat }) => [rate, { net: Number(net), vat: Number(vat) }]))
}

/** Inserts an outcome with its sums by VAT rate; false if it undoes one that is undone already. */
export async function insertOutcome(
  trx: DatabaseTransaction,
  outcome: NewRow<'dispute_outcomes'>,
  shares: readonly Omit<ShareRow, 'outcome_id'>[],
): Promise<boolean> {
  const done = await trx
    .insertInto('dispute_outcomes')
    .values(outcome)
    .onConflict((conflict) => conflict.column('undoes').doNothing())
    .executeTakeFirst()
  if (Number(done.numInsertedOrUpdatedRows ?? 0) === 0) return false
  if (shares.length > 0)
    await trx
      .insertInto('dispute_shares')
      .values(shares.map((share) => ({ outcome_id: outcome.id, ...share })))
      .execute()
  return true
}

/** The outcomes of a period with their orders; of one that is undone, what it undoes. */
export async function outcomesIn(db: Queryable, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('dispute_outcomes as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .leftJoin('dispute_outcomes as u', 'u.id', 'd.undoes')
    .select(['d.id', 'd.kind', 'd.amount', 'd.day', 'u.kind as undone'])
    .select(['o.number', 'o.currency', 'o.country', 'o.reverse_charge'])
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .orderBy('d.day')
    .orderBy('d.id')
    .execute()
}

/** The sums by VAT rate of the outcomes of a period. */
export async function sharesIn(db: Queryable, { from, to }: { from: string; to: string }): Promise<ShareRow[]> {
  return db
    .selectFrom('dispute_shares as s')
    .innerJoin('dispute_outcomes as d', 'd.id', 's.outcome_id')
    .select(['s.outcome_id', 's.rate', 's.net', 's.vat'])
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .execute()
}

/** Notes what gift cards got back of an order after its credit note. */
export async function insertCardReturn(trx: DatabaseTransaction, row: NewRow<'card_returns'>): Promise<void> {
  await trx.insertInto('card_returns').values(row).execute()
}

/** What gift cards got back after credit notes in a period, with the orders. */
export async function cardReturnsIn(db: Queryable, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('card_returns as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .select(['c.amount', 'c.given', 'c.day', 'o.number', 'o.currency'])
    .where('c.day', '>=', from)
    .where('c.day', '<=', to)
    .orderBy('c.day')
    .orderBy('c.id')
    .execute()
}
