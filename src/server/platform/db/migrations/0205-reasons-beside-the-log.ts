import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, table } from './columns.ts'

/**
 * Reasons that staff typed leave the log, which never changes, for a table in which those of an erased person are
 * erased. What is written of customers who are erased already is erased now.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'audit_reasons', { entry_id: 'text', subject_kind: 'text', subject_id: 'text', reason: 'text' })
    .addPrimaryKeyConstraint('audit_reasons_pk', ['entry_id'])
    .execute()
  await index(db, 'audit_reasons_of_subject', 'audit_reasons', ['subject_kind', 'subject_id'])
  const isTyped = sql`note <> '' and operation in ('customers.log_in', 'customers.log_out', 'gift_cards.block',
    'gift_cards.unblock', 'gift_cards.change')`
  await sql`insert into audit_reasons (entry_id, subject_kind, subject_id, reason)
    select id, subject_kind, subject_id, note from audit_log
    where ${isTyped} and (subject_kind <> 'customer' or subject_id in (select id from customers))`.execute(db)
  const clear = () => sql`update audit_log set note = '' where ${isTyped}`.execute(db)
  await (kind === 'sqlite' ? onSqlite(db, clear) : onPostgres(db, clear))
}

async function onSqlite(db: Kysely<unknown>, change: () => Promise<unknown>): Promise<void> {
  await sql`drop trigger audit_log_no_update`.execute(db)
  await change()
  await sql`create trigger audit_log_no_update before update on audit_log
    begin select raise(abort, 'The audit log is append-only.'); end`.execute(db)
}

async function onPostgres(db: Kysely<unknown>, change: () => Promise<unknown>): Promise<void> {
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(db)
  await change()
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(db)
}
