import { sql } from 'kysely'
import { productType } from '../../../domain/products/products.ts'
import { bookkeepingSettings, type BookkeepingSettings } from '../../../domain/settings/bookkeeping.ts'
import { settingsJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** A time from which, and one before which, something happened (UTC, ISO 8601). */
type Range = { from: string; before: string }

const charges = ['invoice', 'receipt'] as const

/**
 * The invoices, receipts and credit notes that were issued, by time and number. Of an order that has both an invoice
 * and a receipt, because its buyer asked for the other one, the first is the sale; one of an addition always is.
 */
export async function documentsIn(db: Queryable, { from, before }: Range) {
  return db
    .selectFrom('documents as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .leftJoin('refunds as r', (on) => on.on('r.dedupe_key', '=', sql<string>`'order_refund:' || d.subject`))
    .leftJoin('order_refunds as c', 'c.id', 'd.subject')
    .select(['d.number', 'd.kind', 'd.order_id', 'd.content', 'd.issued_at', 'o.country', 'r.amount as money_back'])
    .select(['c.card_back', 'c.given_back'])
    .where('d.issued_at', '>=', from)
    .where('d.issued_at', '<', before)
    .where((row) =>
      row.or([
        row('d.kind', 'not in', charges),
        row('d.subject', '<>', ''),
        row.not(
          row.exists(
            row
              .selectFrom('documents as e')
              .select('e.number')
              .whereRef('e.order_id', '=', 'd.order_id')
              .where('e.kind', 'in', charges)
              .where('e.subject', '=', '')
              .where(sql<boolean>`(e.issued_at, e.number) < (d.issued_at, d.number)`),
          ),
        ),
      ]),
    )
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

/** A payment that was moved to an exchange is refunded by this key, and captured there at the same time. */
const movedTo = (order: string) => sql<string>`'exchange:' || ${sql.ref(order)}`

/** Money that providers captured; `is_moved` for a part of an earlier payment, which paid an exchange. */
export async function capturesIn(db: Queryable, { from, before }: Range) {
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider', 'a.captured as amount', 'a.currency', 'a.captured_at as at', 'o.number'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('refunds as m')
            .select('m.id')
            .where('m.dedupe_key', '=', movedTo('a.order_id'))
            .whereRef('m.created_at', '=', 'a.captured_at'),
        )
        .as('is_moved'),
    )
    .where('a.captured_at', '>=', from)
    .where('a.captured_at', '<', before)
    .where('a.captured', '>', 0)
    .where('a.provider', '<>', 'invoice')
    .orderBy('a.captured_at')
    .orderBy('a.id')
    .execute()
}

/**
 * Money that providers paid back, or with `returned_at` got back from the buyer's bank; what was released is none.
 * `is_moved` for what paid an exchange.
 */
export async function paidBackIn(db: Queryable, { from, before }: Range, on: 'paid_at' | 'returned_at') {
  return db
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'a.provider', 'r.amount', 'r.currency', `r.${on} as at`, 'o.number', 'r.by_bank'])
    .select((row) => row('r.dedupe_key', 'like', 'exchange:%').as('is_moved'))
    .where(`r.${on}`, '>=', from)
    .where(`r.${on}`, '<', before)
    .where('a.provider', '<>', 'invoice')
    .whereRef('r.created_at', '>=', 'a.captured_at')
    .orderBy(`r.${on}`)
    .orderBy('r.id')
    .execute()
}

/** Payments of invoices by the day on which they count; of an order without its invoice, by the order's number. */
export async function invoicePaymentsIn(db: Queryable, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('invoice_payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .leftJoin('invoice_payments as u', 'u.id', 'p.undoes')
    .select(['p.kind', 'p.amount', 'p.day', 'o.currency', 'o.number as order_number', 'u.kind as undone'])
    .select((row) =>
      row
        .selectFrom('invoices as i')
        .select('i.number')
        .whereRef('i.order_id', '=', 'p.order_id')
        .orderBy('i.issued_at')
        .orderBy('i.number')
        .limit(1)
        .as('number'),
    )
    .where('p.day', '>=', from)
    .where('p.day', '<=', to)
    .orderBy('p.day')
    .orderBy('p.id')
    .execute()
}

/** Orders that were sent and have neither an invoice nor a receipt, so that the books lack their sale. */
export async function undocumentedOrders(db: Queryable, limit: number) {
  return db
    .selectFrom('orders as o')
    .select(['o.id', 'o.number'])
    .where('o.id', 'in', (query) =>
      query
        .selectFrom('shipments as s')
        .select('s.order_id')
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('documents as d')
                .select('d.number')
                .whereRef('d.order_id', '=', 's.order_id')
                .where('d.kind', 'in', charges),
            ),
          ),
        ),
    )
    .orderBy('o.seq')
    .limit(limit)
    .execute()
}

/** The accounts of the books, for what has no settings at hand. */
export async function accountsNow(db: Queryable): Promise<BookkeepingSettings> {
  const row = await db.selectFrom('shop_settings').select('value').where('name', '=', 'bookkeeping').executeTakeFirst()
  return bookkeepingSettings.parse(row ? settingsJson.read(row.value) : {})
}
