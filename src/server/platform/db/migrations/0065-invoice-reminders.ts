import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Reminders of invoices that are overdue: each step once, and at most one a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'invoice_reminders', { invoice: 'text', step: 'int', day: 'text', actor: 'text', at: 'text' })
    .addPrimaryKeyConstraint('invoice_reminders_key', ['invoice', 'step'])
    .addUniqueConstraint('invoice_reminders_of_day', ['invoice', 'day'])
    .execute()
}
