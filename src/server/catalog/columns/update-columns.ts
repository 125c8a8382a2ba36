import type { ShopDatabase } from '../../platform/db/connect.ts'
import { columnsOf, countShown, listedNumbers } from './column-queries.ts'
import type { ProductColumns } from './product-columns.ts'

type Source = Pick<ShopDatabase, 'db' | 'listDb' | 'kind'>

/** Reads products that changed. @returns whether the place of one in a sorted list may have changed. */
export async function updateColumns(
  { db, listDb, kind }: Source,
  columns: ProductColumns,
  changed: readonly string[],
): Promise<boolean> {
  const rows = await columnsOf(db, kind, changed)
  const hasMoved = rows.map((row) => columns.put(row)).includes(true)
  if (rows.length === changed.length || (await countShown(db, kind, changed)) === changed.length) return hasMoved
  const listed = new Uint8Array(columns.size)
  for (const seq of await listedNumbers(listDb, kind)) listed[seq] = 1
  for (let seq = 0; seq < columns.size; seq += 1) if (listed[seq] !== 1) columns.remove(seq)
  return hasMoved
}
