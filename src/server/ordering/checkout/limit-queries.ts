import { PostgresAdapter, sql, type ExpressionBuilder } from 'kysely'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction, Queryable, Tables } from '../../platform/db/tables.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'

/** Selects the orders of the mailbox of one e-mail address, of one customer or of one network. */
export type LimitSubject = { email: string } | { customerId: string } | { network: string }

/**
 * Locks these keys until the transaction ends, so that counts stay valid until the order is inserted. Pass keys in a
 * fixed sequence to avoid deadlocks. SQLite needs no lock, because it has a single writer.
 */
export async function lockBuyers(trx: DatabaseTransaction, names: readonly string[]): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await Promise.all(names.map((name) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)))
}

/** Builds the query that counts the orders placed since a moment. */
export function ordersSince(db: Queryable, by: LimitSubject, since: string) {
  return ordersOf(db, by)
    .where('placed_at', '>', since)
    .select((row) => row.fn.countAll<number>().as('count'))
}

export async function countOrdersSince(db: Queryable, by: LimitSubject, since: string): Promise<number> {
  return Number((await ordersSince(db, by, since).executeTakeFirstOrThrow()).count)
}

const over: OrderStatus[] = ['failed', 'expired', 'cancelled']

/**
 * Selects unpaid orders: pending payments, and invoices of which something is left after credits and payments in part.
 */
export function openOrders(db: Queryable, by: LimitSubject) {
  const owed = sql<number>`orders.total - orders.gift_card_total
    - coalesce((select sum(r.amount) from order_refunds r where r.order_id = orders.id), 0)
    - coalesce((select sum(p.amount) from invoice_payments p where p.order_id = orders.id), 0)`
  return ordersOf(db, by)
    .where((row) => isOpen(row))
    .where((row) => row.or([row('orders.status', '=', 'pending_payment'), row(owed, '>', 0)]))
    .select(['currency', owed.as('owed')])
}

/** Builds the query for the units of products that unpaid orders reserve. */
export function unitsHeld(db: Queryable, by: LimitSubject, productIds: readonly string[]) {
  return ordersOf(db, by)
    .where((row) => isOpen(row))
    .innerJoin('stock_reservations as r', 'r.order_id', 'orders.id')
    .where('r.status', '=', 'held')
    .where('r.product_id', 'in', productIds)
    .select((row) => ['r.product_id', row.fn.sum<number>('r.quantity').as('units')])
    .groupBy('r.product_id')
}

export function unitsInStock(db: Queryable, productIds: readonly string[]) {
  return db.selectFrom('stock').select(['product_id', 'on_hand as units']).where('product_id', 'in', productIds)
}

function ordersOf(db: Queryable, by: LimitSubject) {
  const orders = db.selectFrom('orders')
  if ('email' in by) return orders.where((row) => isToMailbox(row, by.email))
  return 'customerId' in by
    ? orders.where('orders.customer_id', '=', by.customerId)
    : orders.where('orders.network', '=', by.network).where('orders.network', '<>', '')
}

/** Orders from before mailboxes were kept have only their address. */
function isToMailbox(row: ExpressionBuilder<Tables, 'orders'>, email: string) {
  return row.or([row('orders.mailbox', '=', mailboxOf(email)), row('orders.email', '=', email)])
}

function isOpen(row: ExpressionBuilder<Tables, 'orders'>) {
  return row.or([
    row('orders.status', '=', 'pending_payment'),
    row.and([
      row('orders.payment_method', '=', 'invoice'),
      row('orders.invoice_paid_at', 'is', null),
      row('orders.status', 'not in', over),
    ]),
  ])
}
