import type { Kysely } from 'kysely'

/** Adds what a product's pictures show, for those who do not see them; empty where the product's name says enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['alt_en', 'alt_sv'])
    await db.schema
      .alterTable('product_pictures')
      .addColumn(column, 'text', (define) => define.notNull().defaultTo(''))
      .execute()
}
