import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

export async function insertExchange(trx: DatabaseTransaction, exchange: NewRow<'order_exchanges'>): Promise<void> {
  await trx.insertInto('order_exchanges').values(exchange).execute()
}

/** The orders that were sent in exchange for parts of a return, oldest first. */
export async function exchangesOf(db: Queryable, returnId: string) {
  return db
    .selectFrom('order_exchanges as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(['o.number', 'e.credit', 'o.currency'])
    .where('e.return_id', '=', returnId)
    .orderBy('o.seq')
    .execute()
}

/** The orders that were sent instead of paying refunds of an order back, with the refunds. */
export async function exchangesOfOrder(db: Queryable, orderId: string) {
  return db
    .selectFrom('order_exchanges as e')
    .innerJoin('returns as r', 'r.id', 'e.return_id')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(['e.refund_id', 'o.number', 'e.credit'])
    .where('r.order_id', '=', orderId)
    .execute()
}

/** For which return an order was sent in exchange, if it was. */
export async function exchangeOfOrder(db: Queryable, orderId: string) {
  return db
    .selectFrom('order_exchanges as e')
    .innerJoin('returns as r', 'r.id', 'e.return_id')
    .select(['r.number', 'e.credit'])
    .where('e.order_id', '=', orderId)
    .executeTakeFirst()
}

/** The order that was sent instead of paying a refund back, if there is one. */
export async function exchangeOfRefund(db: Queryable, refundId: string) {
  return db
    .selectFrom('order_exchanges as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(['o.number', 'e.credit'])
    .where('e.refund_id', '=', refundId)
    .executeTakeFirst()
}
