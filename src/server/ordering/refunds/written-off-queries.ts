import type { Minor } from '../../../domain/money/money.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** What lost disputes have taken off an order's sales in the books, less what was undone of that; minor units. */
export async function writtenOff(db: Queryable, orderId: string): Promise<Minor> {
  return settledAs(db, orderId, 'write_off')
}

/** What lost disputes let the buyer of an order owe again, less what was undone of that; minor units. */
export async function claimed(db: Queryable, orderId: string): Promise<Minor> {
  return settledAs(db, orderId, 'receivable')
}

async function settledAs(db: Queryable, orderId: string, settlement: 'write_off' | 'receivable'): Promise<Minor> {
  const rows = await db
    .selectFrom('dispute_outcomes as d')
    .leftJoin('dispute_outcomes as u', 'u.id', 'd.undoes')
    .select(['d.kind', 'd.amount', 'u.kind as undone'])
    .where('d.order_id', '=', orderId)
    .execute()
  return rows
    .filter(({ kind, undone }) => (undone ?? kind) === settlement)
    .reduce((sum, { amount }) => sum + Number(amount), 0)
}
