import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

/** The reminders of an invoice, first to last. */
export async function remindersOf(db: Queryable, invoice: string): Promise<Row<'invoice_reminders'>[]> {
  return db.selectFrom('invoice_reminders').selectAll().where('invoice', '=', invoice).orderBy('step').execute()
}

export async function insertReminder(trx: DatabaseTransaction, reminder: NewRow<'invoice_reminders'>): Promise<void> {
  await trx.insertInto('invoice_reminders').values(reminder).execute()
}

type Window = { from: string; before: string; limit: number }

/** Invoices that are unpaid, were due within a time and have no reminder. */
export async function neverReminded(db: Queryable, { from, before, limit }: Window) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .leftJoin('invoice_reminders as r', 'r.invoice', 'i.number')
    .select(['i.order_id as orderId', 'i.number'])
    .where('i.state', '=', 'open')
    .where('i.due_at', '>=', from)
    .where('i.due_at', '<', before)
    .where('o.email', '!=', '')
    .where('r.invoice', 'is', null)
    .orderBy('i.due_at')
    .limit(limit)
    .execute()
}

/** Invoices that are unpaid and had their only reminder within some days. */
export async function remindedOnce(db: Queryable, { from, before, limit }: Window) {
  return db
    .selectFrom('invoice_reminders as r')
    .innerJoin('invoices as i', 'i.number', 'r.invoice')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .leftJoin('invoice_reminders as second', (join) =>
      join.onRef('second.invoice', '=', 'r.invoice').on('second.step', '=', 2),
    )
    .select(['i.order_id as orderId', 'i.number'])
    .where('r.step', '=', 1)
    .where('r.day', '>=', from)
    .where('r.day', '<', before)
    .where('i.state', '=', 'open')
    .where('o.email', '!=', '')
    .where('second.invoice', 'is', null)
    .orderBy('r.day')
    .limit(limit)
    .execute()
}
