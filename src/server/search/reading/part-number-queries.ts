import type { Database } from '../../platform/db/tables.ts'

/** Tells whether a normalized text is the number of a part. */
export async function isPartNumber(db: Database, normalized: string): Promise<boolean> {
  const row = await db
    .selectFrom('part_numbers')
    .select('product_id')
    .where('normalized', '=', normalized)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
