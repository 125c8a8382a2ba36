import { PostgresAdapter, sql, type ExpressionBuilder } from 'kysely'
import type { CurrencyCode } from '../../domain/currencies.ts'
import type { Minor } from '../../domain/money.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import type { Tables } from '../db/tables.ts'
import type { DatabaseTransaction, Queryable } from '../db/tables.ts'

/** Whose orders are counted together. */
export type CountedBy = { email: string } | { network: string }

/**
 * Lets one order at a time be placed from a network and with an e-mail address, so that what is counted stays true until it is
 * written. On SQLite nobody else writes meanwhile.
 */
export async function lockBuyers(trx: DatabaseTransaction, names: readonly string[]): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const name of names) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

export async function countOrdersSince(db: Queryable, by: CountedBy, since: string): Promise<number> {
  const row = await of(db, by).where('placed_at', '>', since).select((each) => each.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}

const over: OrderStatus[] = ['failed', 'expired', 'cancelled']

/** Orders that nobody has paid yet: those that wait for their payment, and those with an unpaid invoice, less what was credited. */
export async function openOrders(db: Queryable, by: CountedBy): Promise<{ currency: CurrencyCode; owed: Minor; isInvoice: boolean }[]> {
  const credited = sql<number>`coalesce((select sum(r.amount) from order_refunds r where r.order_id = orders.id), 0)`
  const rows = await of(db, by).where((row) => isOpen(row)).select(['currency', 'total', 'gift_card_total', 'payment_method', credited.as('credited')]).execute()
  return rows.map((row) => ({
    currency: row.currency, owed: Math.max(0, row.total - row.gift_card_total - Number(row.credited)), isInvoice: row.payment_method === 'invoice',
  }))
}

/** Units of products that open orders hold. */
export async function unitsHeld(db: Queryable, by: CountedBy, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await of(db, by).where((row) => isOpen(row)).innerJoin('stock_reservations as r', 'r.order_id', 'orders.id')
    .where('r.status', '=', 'held').where('r.product_id', 'in', productIds)
    .select((row) => ['r.product_id', row.fn.sum<number>('r.quantity').as('units')]).groupBy('r.product_id').execute()
  return new Map(rows.map(({ product_id: id, units }) => [id, Number(units)]))
}

export async function unitsInStock(db: Queryable, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('stock').select(['product_id', 'on_hand']).where('product_id', 'in', productIds).execute()
  return new Map(rows.map(({ product_id: id, on_hand: units }) => [id, units]))
}

function of(db: Queryable, by: CountedBy) {
  const orders = db.selectFrom('orders')
  return 'email' in by ? orders.where('orders.email', '=', by.email) : orders.where('orders.network', '=', by.network).where('orders.network', '<>', '')
}

function isOpen(row: ExpressionBuilder<Tables, 'orders'>) {
  return row.or([
    row('orders.status', '=', 'pending_payment'),
    row.and([row('orders.payment_method', '=', 'invoice'), row('orders.invoice_paid_at', 'is', null), row('orders.status', 'not in', over)]),
  ])
}
