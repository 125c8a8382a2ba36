import type { Kysely } from 'kysely'

/**
 * Adds the mark for weights that an import took for granted: they count for delivery, and shoppers do not see them.
 * Which stored weights are such ones is not known; the next import of their feed marks them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('weight_assumed', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
}
