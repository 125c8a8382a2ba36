import type { ReturnStatus } from '../../../domain/orders/returns.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type ReturnRow = Row<'returns'>
export type ReturnLineRow = Row<'return_lines'>

export async function returnById(db: Queryable, id: string): Promise<ReturnRow | undefined> {
  return db.selectFrom('returns').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function returnByNumber(db: Queryable, number: string): Promise<ReturnRow | undefined> {
  return db.selectFrom('returns').selectAll().where('number', '=', number).executeTakeFirst()
}

export async function returnsOf(db: Queryable, orderId: string): Promise<ReturnRow[]> {
  return db
    .selectFrom('returns')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .orderBy('number')
    .execute()
}

export async function returnLineRows(db: Queryable, returnId: string): Promise<ReturnLineRow[]> {
  return db.selectFrom('return_lines').selectAll().where('return_id', '=', returnId).orderBy('position').execute()
}

/** Reads the lines of all returns of an order that were not called off. */
export async function returnLinesOfOrder(db: Queryable, orderId: string) {
  return db
    .selectFrom('return_lines as l')
    .innerJoin('returns as r', 'r.id', 'l.return_id')
    .select(['l.return_id', 'l.position', 'l.quantity', 'l.received', 'l.refunded', 'l.reason', 'r.status'])
    .where('r.order_id', '=', orderId)
    .where('r.status', '<>', 'called_off')
    .orderBy('r.requested_at')
    .orderBy('r.number')
    .orderBy('l.position')
    .execute()
}

/** Lists returns for the operator, newest first. */
export async function listReturns(
  db: Queryable,
  { status, limit }: { status?: ReturnStatus | undefined; limit: number },
) {
  const all = db
    .selectFrom('returns as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select([
      'r.id',
      'r.number',
      'r.kind',
      'r.status',
      'r.requested_at',
      'r.received_at',
      'r.name',
      'r.message',
      'o.number as order_number',
    ])
  return (status ? all.where('r.status', '=', status) : all)
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.number', 'desc')
    .limit(limit)
    .execute()
}

export async function insertReturn(
  trx: DatabaseTransaction,
  row: NewRow<'returns'>,
  lines: readonly NewRow<'return_lines'>[],
): Promise<void> {
  await trx.insertInto('returns').values(row).execute()
  await trx
    .insertInto('return_lines')
    .values([...lines])
    .execute()
}

export async function updateReturn(
  trx: DatabaseTransaction,
  id: string,
  change: Partial<Pick<ReturnRow, 'status' | 'requested_at' | 'received_at' | 'refund_id' | 'refusal'>>,
): Promise<void> {
  await trx.updateTable('returns').set(change).where('id', '=', id).execute()
}

/** Adds the units of a received parcel to those received earlier. */
export async function addReceived(
  trx: DatabaseTransaction,
  returnId: string,
  position: number,
  got: { received: number; restocked: number },
): Promise<void> {
  await trx
    .updateTable('return_lines')
    .set((row) => ({ received: row('received', '+', got.received), restocked: row('restocked', '+', got.restocked) }))
    .where('return_id', '=', returnId)
    .where('position', '=', position)
    .execute()
}

/** Adds to the refunded units of a return line. */
export async function countRefunded(
  trx: DatabaseTransaction,
  returnId: string,
  position: number,
  quantity: number,
): Promise<void> {
  await trx
    .updateTable('return_lines')
    .set((row) => ({ refunded: row('refunded', '+', quantity) }))
    .where('return_id', '=', returnId)
    .where('position', '=', position)
    .execute()
}

/** Notes what a withdrawal took off the subscription of a line. */
export async function recordUnsubscribed(
  trx: DatabaseTransaction,
  { return_id: returnId, position }: Pick<ReturnLineRow, 'return_id' | 'position'>,
  taken: Pick<ReturnLineRow, 'unsubscribed' | 'subscription_was'>,
): Promise<void> {
  await trx
    .updateTable('return_lines')
    .set(taken)
    .where('return_id', '=', returnId)
    .where('position', '=', position)
    .execute()
}

/** Reads the line of a return that ended the subscription of an order's line; undefined if none did. */
export async function lineThatEnded(
  db: Queryable,
  orderId: string,
  position: number,
): Promise<ReturnLineRow | undefined> {
  return db
    .selectFrom('return_lines as l')
    .innerJoin('returns as r', 'r.id', 'l.return_id')
    .selectAll('l')
    .where('r.order_id', '=', orderId)
    .where('l.position', '=', position)
    .where('l.subscription_was', 'is not', null)
    .executeTakeFirst()
}
