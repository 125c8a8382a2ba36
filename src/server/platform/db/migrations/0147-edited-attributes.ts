import { sql, type Kysely } from 'kysely'

/** Marks attributes that staff have made or changed, which imports then keep; the audit log knows those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('attributes')
    .addColumn('edited', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update attributes set edited = 1 where id in (
    select subject_id from audit_log where operation in ('attributes.make', 'attributes.change'))`.execute(db)
}
