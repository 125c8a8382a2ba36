import type { Kysely } from 'kysely'

/** Keeps which file of texts a feed was imported with, so that the feed is imported again when that one changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['texts_file', 'texts_hash'])
    await db.schema
      .alterTable('feed_sources')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
}
