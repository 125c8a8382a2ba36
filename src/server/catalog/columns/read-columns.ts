import type { DatabaseKind } from '../../platform/db/connect.ts'
import { isStatementTimeout } from '../../platform/db/statement-timeout.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { columnsAfter } from './column-queries.ts'
import type { ColumnRow } from './column-row.ts'
import { ProductColumns } from './product-columns.ts'

/** Columns are wide: reading more of them at a time would keep lists and this process for longer than a page takes. */
const columnsPerRead = 500
/** A statement that was too slow is tried again with a quarter of its columns, down to about so many. */
const minPerRead = 20

type Read = { rows: ColumnRow[]; limit: number }

/** Reads the columns of all listed products. */
export async function readColumns(db: Queryable, kind: DatabaseKind): Promise<ProductColumns> {
  const columns = new ProductColumns()
  let next = readAfter(db, kind, -1, columnsPerRead)
  for (;;) {
    const { rows, limit } = await next
    const last = rows.at(-1)
    const isMore = last !== undefined && rows.length === limit
    // The database reads while these rows are put.
    if (isMore) next = readAfter(db, kind, last.seq, Math.min(columnsPerRead, limit * 2))
    for (const row of rows) columns.put(row)
    if (!isMore) break
  }
  columns.endReading()
  return columns
}

/**
 * Reads at most `limit` columns after a number, and fewer where that takes too long: on a busy machine, or while the
 * files are not yet in its memory. Beginning anew each time, the first list would not be shown before it is idle.
 */
async function readAfter(db: Queryable, kind: DatabaseKind, seq: number, limit: number): Promise<Read> {
  try {
    return { rows: await columnsAfter(db, kind, seq, limit), limit }
  } catch (error) {
    const fewer = Math.ceil(limit / 4)
    if (!isStatementTimeout(error) || fewer < minPerRead) throw error
    return readAfter(db, kind, seq, fewer)
  }
}
