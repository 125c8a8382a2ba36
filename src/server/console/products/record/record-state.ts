import type { Language } from '../../../../domain/places/locales.ts'
import { productType, type ProductType } from '../../../../domain/products/products.ts'
import { numberField } from '../../../../i18n/typed-numbers.ts'
import { lockedRecord } from '../../../catalog/changes/rewrite-product.ts'
import { stockOf, type StoredStock } from '../../../catalog/import/supply/offer-queries.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { shelfNames } from '../../../catalog/maintenance/shelf-queries.ts'
import { stockLevelOf } from '../../../catalog/maintenance/stock-level-queries.ts'
import { storedRecords, type StoredRecord } from '../../../catalog/maintenance/stored-records.ts'
import { parseItems, listCell } from '../../../catalog/own-files/own-cells.ts'
import { kindOf } from '../../../platform/db/kind-of.ts'
import type { Database, DatabaseTransaction } from '../../../platform/db/tables.ts'
import type { ValueNames } from './called-values.ts'
import type { RecordColumn } from './record-column.ts'
import type { RecordNames } from './record-names.ts'
import { tagsOf } from './record-state-queries.ts'

/** A product as the page shows and changes it. `units` are the shop's own; null where it has no stock of its own. */
export type RecordState = {
  record: ProductRecord
  updatedAt: string
  units: number | null
  onHand: number
  reserved: number
  incomingAt: string | null
  level: number | null
  /** Where in the stockroom it is; '' where nobody has said. */
  shelf: string
  tags: readonly string[]
}

const withoutStock: ReadonlySet<ProductType> = new Set([productType.variant, productType.set, productType.giftCard])

export async function recordState(db: Database, id: string): Promise<RecordState | undefined> {
  const [stored] = await storedRecords(db, kindOf(db), [id])
  return stored && stateOf(db, stored)
}

/** Like `recordState`, for several products, in no order, without levels, names of shelves and tags. */
export async function recordStates(db: Database, ids: readonly string[]): Promise<RecordState[]> {
  if (ids.length === 0) return []
  const kind = kindOf(db)
  const stored = await storedRecords(db, kind, ids)
  const stockByProduct = new Map((await stockOf(db, kind, ids)).map((row) => [row.product_id, row]))
  return stored.map((each) => ({
    ...goodsOf(each, stockByProduct.get(each.record.id)),
    level: null,
    shelf: '',
    tags: [],
  }))
}

/** Like `recordState`, for a product that it locks first. */
export async function lockedState(trx: DatabaseTransaction, id: string): Promise<RecordState | undefined> {
  const stored = await lockedRecord(trx, id)
  return stored && stateOf(trx, stored)
}

async function stateOf(db: Database, { record, updatedAt }: StoredRecord): Promise<RecordState> {
  const [stock] = await stockOf(db, kindOf(db), [record.id])
  const goods = goodsOf({ record, updatedAt }, stock)
  const name = (await shelfNames(db, [record.id])).get(record.id) ?? ''
  return { ...goods, level: await stockLevelOf(db, record.id), shelf: name, tags: await tagsOf(db, record.id) }
}

type UnitsOfStock = Pick<StoredStock, 'on_hand' | 'reserved' | 'units' | 'incoming_at'>
const noStock: UnitsOfStock = { on_hand: 0, reserved: 0, units: 0, incoming_at: null }

function goodsOf(
  { record, updatedAt }: Pick<StoredRecord, 'record' | 'updatedAt'>,
  { on_hand: onHand, reserved, units, incoming_at: incomingAt }: UnitsOfStock = noStock,
) {
  const own = withoutStock.has(record.type) ? null : onHand - units
  return { record, updatedAt, units: own, onHand, reserved, incomingAt }
}

/** For a person, who reads numbers with the decimal mark of a language, and values by their names. */
type Reader = { language: Language; valueNames: ValueNames }
type CellsOptions = { names: RecordNames; columns: readonly RecordColumn[]; reader?: Reader | undefined }

/** Every field of a product as a cell, by its name. */
export function cellsOf(state: RecordState, { names, columns, reader }: CellsOptions): Map<string, string> {
  const { record, units, incomingAt, level, shelf, tags } = state
  const numbers = new Set(names.attributes.flatMap(({ id, kind }) => (kind === 'number' ? `attribute:${id}` : [])))
  const isNumber = (name: string) => numbers.has(name) || name === 'campaign_price' || name.startsWith('price_')
  const shown = (name: string, cell: string) => {
    if (!reader) return cell
    return isNumber(name) ? numberField(cell, reader.language) : calledCell(name, cell, reader.valueNames)
  }
  return new Map([
    ...columns.map((column) => [column.name, shown(column.name, column.write(record, names))] as const),
    ['tags', listCell(tags.map((id) => names.tagName.get(id) ?? id))],
    ['stock', units === null ? '' : String(units)],
    ['incoming', incomingAt?.slice(0, 10) ?? ''],
    ['level', level === null ? '' : String(level)],
    ['shelf', shelf],
  ])
}

const beginning = 'attribute:'

/** The cell of an attribute with its values by their names; any other cell as it is. */
function calledCell(name: string, cell: string, valueNames: ValueNames): string {
  if (!name.startsWith(beginning)) return cell
  const id = name.slice(beginning.length)
  return listCell(parseItems(cell).map((value) => valueNames(id, value)))
}
