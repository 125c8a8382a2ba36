import type { Kysely } from 'kysely'

/** Extends drafts to all published fields: a page's title and description, and a widget's visibility. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_pages').addColumn('draft_title', 'text').execute()
  await db.schema.alterTable('content_pages').addColumn('draft_description', 'text').execute()
  await db.schema.alterTable('widgets').addColumn('draft_hidden', 'integer').execute()
}
