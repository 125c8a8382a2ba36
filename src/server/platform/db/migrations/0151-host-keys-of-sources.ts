import type { Kysely } from 'kysely'

/** Keeps the key that an SFTP server showed and that nobody has confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('feed_sources')
    .addColumn('host_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
