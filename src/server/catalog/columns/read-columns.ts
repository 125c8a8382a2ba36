import { locales, type Language } from '../../../domain/places/locales.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { AttributeValues, type AttributeRanks } from './attribute-ranks.ts'
import { columnsAfter, labelsOf, namesAfter, valuesAfter } from './column-queries.ts'
import { ProductColumns } from './product-columns.ts'

const rowsPerRead = 2_000
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
    if (!isMore) return columns
  }
}

/** Reads the names of all listed products by `seq`. */
export async function readNames(db: Queryable, language: Language): Promise<readonly string[]> {
  const names: string[] = []
  for (let after = -1; ;) {
    const rows = await namesAfter(db, language, after, rowsPerRead)
    for (const { seq, name } of rows) names[seq] = name ?? ''
    after = rows.at(-1)?.seq ?? after
    if (rows.length < rowsPerRead) return names
  }
}

/** Reads the places of all listed products in the order of an attribute's values. */
export async function readRanks(db: Queryable, attribute: string, language: Language): Promise<AttributeRanks> {
  const values = new AttributeValues()
  for (let after = { value: '', product_id: '' }; ;) {
    const rows = await valuesAfter(db, attribute, after, rowsPerRead)
    for (const { seq, value } of rows) values.add(seq, value)
    after = rows.at(-1) ?? after
    if (rows.length < rowsPerRead) break
  }
  const labels = await labelsOf(db, language, attribute)
  return values.ranks(labels, new Intl.Collator(locales[language].iso, { numeric: true }))
}
