import { sql } from 'kysely'
import type { Minor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type InvoiceRow = Row<'invoices'>
export type InvoicePaymentRow = Row<'invoice_payments'>

export async function insertInvoice(trx: DatabaseTransaction, invoice: NewRow<'invoices'>): Promise<void> {
  await trx.insertInto('invoices').values(invoice).execute()
}

export async function invoiceByNumber(db: Queryable, number: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('number', '=', number).executeTakeFirst()
}

/** Those of some numbers that invoices have. */
export async function invoicesByNumbers(db: Queryable, numbers: readonly string[]): Promise<string[]> {
  if (numbers.length === 0) return []
  const rows = await db.selectFrom('invoices').select('number').where('number', 'in', numbers).execute()
  return rows.map(({ number }) => number)
}

/** The invoices of an order, oldest first: its own, and one of each addition to it. */
export async function invoicesOfOrder(db: Queryable, orderId: string): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
}

export async function setInvoiceSums(
  trx: DatabaseTransaction,
  number: string,
  sums: Pick<InvoiceRow, 'credited' | 'paid' | 'state'>,
): Promise<void> {
  await trx.updateTable('invoices').set(sums).where('number', '=', number).execute()
}

/** Sets since when an order's invoice is paid in full; null while something is owed. */
export async function setInvoicePaidAt(trx: DatabaseTransaction, orderId: string, at: string | null): Promise<void> {
  await trx.updateTable('orders').set({ invoice_paid_at: at }).where('id', '=', orderId).execute()
}

/** What was credited of an order's invoices in money, after they were issued. */
export async function creditedOf(db: Queryable, orderId: string): Promise<Minor> {
  const row = await db
    .selectFrom('order_refunds as c')
    .innerJoin('refunds as r', (on) => on.on('r.dedupe_key', '=', sql<string>`'order_refund:' || c.id`))
    .select((each) => each.fn.sum<number | null>('r.amount').as('sum'))
    .where('c.order_id', '=', orderId)
    .where('c.number', 'is not', null)
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** What was taken off an order, with or without a credit note. */
export async function takenOffOf(db: Queryable, orderId: string): Promise<Minor> {
  const row = await db
    .selectFrom('order_refunds')
    .select((each) => each.fn.sum<number | null>('amount').as('sum'))
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** Inserts a payment; false if it undoes one that is undone already. */
export async function insertInvoicePayment(
  trx: DatabaseTransaction,
  payment: NewRow<'invoice_payments'>,
): Promise<boolean> {
  const done = await trx
    .insertInto('invoice_payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('undoes').doNothing())
    .executeTakeFirst()
  return Number(done.numInsertedOrUpdatedRows ?? 0) > 0
}

/** The payments of an order's invoice, oldest first. */
export async function invoicePaymentsOf(db: Queryable, orderId: string): Promise<InvoicePaymentRow[]> {
  return db
    .selectFrom('invoice_payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
