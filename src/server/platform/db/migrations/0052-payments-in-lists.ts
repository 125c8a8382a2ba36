import { sql, type Kysely } from 'kysely'
import { index } from './columns.ts'

/**
 * Indexes behind the console's payments: its list, what needs a person, and a payment's events; and when money was
 * captured, for the books.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await index(db, 'payment_attempts_by_time', 'payment_attempts', ['created_at', 'id'])
  await index(db, 'payment_attempts_by_status', 'payment_attempts', ['status', 'created_at', 'id'])
  await index(db, 'payment_attempts_by_reference', 'payment_attempts', ['payment_reference'])
  await index(db, 'payment_events_by_attempt', 'payment_events', ['attempt_id'])
  await index(db, 'refunds_by_status', 'refunds', ['status'])
  await db.schema.alterTable('payment_attempts').addColumn('captured_at', 'text').execute()
  await sql`update payment_attempts set captured_at = coalesce(
    (select min(e.received_at) from payment_events e where e.attempt_id = payment_attempts.id and e.kind = 'succeeded'),
    created_at) where captured > 0`.execute(db)
  await index(db, 'payment_attempts_by_capture', 'payment_attempts', ['captured_at'])
  await index(db, 'refunds_by_time', 'refunds', ['updated_at'])
  await index(db, 'documents_by_time', 'documents', ['issued_at'])
  await index(db, 'orders_by_invoice_payment', 'orders', ['invoice_paid_at'])
}
