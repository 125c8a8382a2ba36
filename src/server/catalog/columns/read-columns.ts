import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { columnsAfter } from './column-queries.ts'
import { ProductColumns } from './product-columns.ts'

/** Columns are wide: reading more of them at a time would keep lists and this process for longer than a page takes. */
const columnsPerRead = 500

/** Reads the columns of all listed products. */
export async function readColumns(db: Queryable, kind: DatabaseKind): Promise<ProductColumns> {
  const columns = new ProductColumns()
  let next = columnsAfter(db, kind, -1, columnsPerRead)
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    const isMore = last !== undefined && rows.length === columnsPerRead
    // The database reads while these rows are put.
    if (isMore) next = columnsAfter(db, kind, last.seq, columnsPerRead)
    for (const row of rows) columns.put(row)
    if (!isMore) break
  }
  columns.endReading()
  return columns
}
