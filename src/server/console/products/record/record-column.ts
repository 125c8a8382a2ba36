import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import type { OwnColumn } from '../../../catalog/own-files/own-column.ts'
import type { RecordNames } from './record-names.ts'

/** A field of a product that is part of its record; cells are those of the shop's own product files. */
export type RecordColumn = Omit<OwnColumn, 'write' | 'read'> & {
  write: (record: ProductRecord, names: RecordNames) => string
  read: (cell: string, record: ProductRecord, names: RecordNames) => Partial<ProductRecord>
}
