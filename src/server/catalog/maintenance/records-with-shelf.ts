import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { ProductRecord } from './product-record.ts'
import { shelfNames } from './shelf-queries.ts'
import { storedRecords } from './stored-records.ts'

/** Reads products with all that the shop's own files say of them: their shelves, too. */
export async function recordsWithShelf(
  db: Database,
  kind: DatabaseKind,
  ids: readonly string[],
): Promise<ProductRecord[]> {
  const shelves = await shelfNames(db, ids)
  return (await storedRecords(db, kind, ids)).map(({ record }) => ({ ...record, shelf: shelves.get(record.id) ?? '' }))
}
