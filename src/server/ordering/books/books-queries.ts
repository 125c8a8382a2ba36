import { sql } from 'kysely'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** A time from which, and one before which, something happened (UTC, ISO 8601). */
type Range = { from: string; before: string }

/** The invoices, receipts and credit notes that were issued, by time and number. */
export async function documentsIn(db: Queryable, { from, before }: Range) {
  return db
    .selectFrom('documents as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .leftJoin('refunds as r', (on) => on.on('r.dedupe_key', '=', sql<string>`'order_refund:' || d.subject`))
    .select(['d.number', 'd.kind', 'd.order_id', 'd.content', 'd.issued_at', 'o.country', 'r.amount as money_back'])
    .where('d.issued_at', '>=', from)
    .where('d.issued_at', '<', before)
    .orderBy('d.issued_at')
    .orderBy('d.number')
    .execute()
}

/** The order numbers and articles of gift cards that were sold with these orders. */
export async function giftCardArticles(db: Queryable, orderIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < orderIds.length; at += 500) {
    const rows = await db
      .selectFrom('order_lines')
      .select(['order_id', 'sku'])
      .where('order_id', 'in', orderIds.slice(at, at + 500))
      .where('type', '=', productType.giftCard)
      .execute()
    for (const row of rows) found.add(`${row.order_id} ${row.sku}`)
  }
  return found
}

/** Money that providers captured. */
export async function capturesIn(db: Queryable, { from, before }: Range) {
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider', 'a.captured as amount', 'a.currency', 'a.captured_at as at', 'o.number'])
    .where('a.captured_at', '>=', from)
    .where('a.captured_at', '<', before)
    .where('a.captured', '>', 0)
    .where('a.provider', '<>', 'invoice')
    .orderBy('a.captured_at')
    .orderBy('a.id')
    .execute()
}

/** Money that providers paid back; what was released before it was captured is none. */
export async function paidBackIn(db: Queryable, { from, before }: Range) {
  return db
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'a.provider', 'r.amount', 'r.currency', 'r.updated_at as at', 'o.number'])
    .where('r.status', '=', 'succeeded')
    .where('r.updated_at', '>=', from)
    .where('r.updated_at', '<', before)
    .where('a.provider', '<>', 'invoice')
    .whereRef('r.created_at', '>=', 'a.captured_at')
    .orderBy('r.updated_at')
    .orderBy('r.id')
    .execute()
}

/** Invoices that were paid, with what had been credited by then. */
export async function invoicesPaidIn(db: Queryable, { from, before }: Range) {
  return db
    .selectFrom('orders as o')
    .innerJoin('documents as d', 'd.order_id', 'o.id')
    .select(['d.number', 'd.content', 'o.currency', 'o.invoice_paid_at as at', 'o.id as order_id'])
    .where('d.kind', '=', 'invoice')
    .where('o.invoice_paid_at', '>=', from)
    .where('o.invoice_paid_at', '<', before)
    .orderBy('o.invoice_paid_at')
    .orderBy('d.number')
    .execute()
}

/** What was credited of orders' invoices in money, and when. */
export async function creditsOf(db: Queryable, orderIds: readonly string[]) {
  const credits: { order_id: string; at: string; amount: number }[] = []
  for (let at = 0; at < orderIds.length; at += 500) {
    const rows = await db
      .selectFrom('order_refunds as c')
      .innerJoin('refunds as r', (on) => on.on('r.dedupe_key', '=', sql<string>`'order_refund:' || c.id`))
      .select(['c.order_id', 'c.at', 'r.amount'])
      .where('c.order_id', 'in', orderIds.slice(at, at + 500))
      .where('c.number', 'is not', null)
      .execute()
    credits.push(...rows)
  }
  return credits
}
