import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database } from '../../platform/db/tables.ts'

/** Tells whether a normalized text is the number of a part. */
export async function isPartNumber(db: Database, normalized: string): Promise<boolean> {
  return (await numbered(db, normalized).execute()).length > 0
}

const numbered = compileOnce((db, normalized: string) =>
  db.selectFrom('part_numbers').select('product_id').where('normalized', '=', normalized).limit(1),
)
