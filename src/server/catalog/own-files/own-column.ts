import { RowProblem } from '../import/feeds/feed-row.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import type { OwnNames } from './own-names.ts'

/**
 * A column of the shop's own product files. `read` returns the parts of the product that the cell says; it throws
 * RowProblem for a cell that cannot be read, or that names something that the shop does not have.
 */
export type OwnColumn = {
  name: string
  write: (record: ProductRecord, names: OwnNames) => string
  read: (cell: string, record: ProductRecord, names: OwnNames) => Partial<ProductRecord>
}

/** Looks a name up; throws RowProblem where the shop has nothing of it. */
export function requireId(names: ReadonlyMap<string, string>, name: string, column: string): string {
  const id = names.get(name)
  if (id === undefined) throw new RowProblem(column, 'not_in_shop', { text: name.slice(0, 80) })
  return id
}
