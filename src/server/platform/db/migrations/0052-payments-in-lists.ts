import type { Kysely } from 'kysely'
import { index } from './columns.ts'

/** Indexes behind the console's payments: its list, what needs a person, and a payment's events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await index(db, 'payment_attempts_by_time', 'payment_attempts', ['created_at', 'id'])
  await index(db, 'payment_attempts_by_status', 'payment_attempts', ['status', 'created_at', 'id'])
  await index(db, 'payment_attempts_by_reference', 'payment_attempts', ['payment_reference'])
  await index(db, 'payment_events_by_attempt', 'payment_events', ['attempt_id'])
  await index(db, 'refunds_by_status', 'refunds', ['status'])
}
