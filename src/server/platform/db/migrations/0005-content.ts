import type { Kysely } from 'kysely'

/** A draft is the whole of what will be published: a page's title and description too, and whether a widget shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_pages').addColumn('draft_title', 'text').execute()
  await db.schema.alterTable('content_pages').addColumn('draft_description', 'text').execute()
  await db.schema.alterTable('widgets').addColumn('draft_hidden', 'integer').execute()
}
