import { readShelf } from '../../../../domain/products/shelves.ts'
import { insertInvalidations } from '../../../catalog/change-queries.ts'
import { changeStockIn } from '../../../catalog/changes/change-goods.ts'
import { rewriteProduct } from '../../../catalog/changes/rewrite-product.ts'
import { RowProblem } from '../../../catalog/import/feeds/feed-row.ts'
import { parseDay } from '../../../catalog/import/rows/days.ts'
import { pricedByCost } from '../../../catalog/import/supply/offer-queries.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { writeShelf } from '../../../catalog/maintenance/shelf-queries.ts'
import { writeStockLevel } from '../../../catalog/maintenance/stock-level-queries.ts'
import { readLevel } from '../../../catalog/maintenance/stock-levels.ts'
import { parseItems } from '../../../catalog/own-files/own-cells.ts'
import { requireId } from '../../../catalog/own-files/own-column.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import type { RecordColumn } from './record-column.ts'
import { recordColumns, parseRelation } from './record-columns.ts'
import { recordNames, type RecordNames, type Style } from './record-names.ts'
import { ownerOfSku, writeTags } from './record-state-queries.ts'
import { lockedState, type RecordState } from './record-state.ts'

type Options = { kind: DatabaseKind; now: Date }
type Cells = ReadonlyMap<string, string>

const maxUnits = 1_000_000

/**
 * Writes some fields of a product, by their cells, in a transaction of the caller. What the cells name is called as
 * people do, or as files do.
 *
 * @throws RowProblem for a cell that cannot be read.
 */
export async function writeCells(
  { shop, session }: Pick<ConsoleContext, 'shop' | 'session'>,
  trx: DatabaseTransaction,
  options: Options,
  { id, cells, style = 'people' }: { id: string; cells: Cells; style?: Style },
): Promise<void> {
  const state = await lockedState(trx, id)
  if (!state) throw new ConsoleError('unknown')
  const { language } = session.staff
  const names = await recordNames(trx, state.record, { language, style, named: namedIn(cells) })
  await checkPossible(trx, state, cells)
  const columns = recordColumns(names, shop.settings.all).filter(({ name }) => cells.has(name))
  await writeExtras(trx, options, state, { cells, names })
  if (columns.length > 0)
    await rewriteProduct(trx, options, id, (record) => withCells(record, columns, { cells, names }))
}

type Reading = { cells: Cells; names: RecordNames }

function withCells(before: ProductRecord, columns: readonly RecordColumn[], { cells, names }: Reading): ProductRecord {
  const record = { ...before }
  for (const column of columns) {
    const cell = cells.get(column.name) ?? ''
    if (column.write(record, names) !== cell) Object.assign(record, column.read(cell, record, names))
  }
  if (record.texts.en.name === '' || record.texts.sv.name === '') throw new RowProblem('name_sv', 'needs_names')
  return record
}

/** What other records the cells name, so that only these are read. */
function namedIn(cells: Cells) {
  const of = (name: string) => parseItems(cells.get(name) ?? '')
  const related = ['accessory', 'bundle', 'alternative', 'successor'].flatMap((kind) => of(`related_${kind}`))
  return {
    skus: [
      ...related.map((item) => parseRelation(item).sku),
      ...of('pieces').map((item) => item.replace(/^\d+ x /, '')),
    ],
    devices: of('devices'),
    brands: [cells.get('brand')?.trim() ?? ''].filter((name) => name !== ''),
  }
}

async function checkPossible(trx: DatabaseTransaction, { record, units }: RecordState, cells: Cells): Promise<void> {
  const sku = cells.get('sku')
  const owner = sku === undefined ? undefined : await ownerOfSku(trx, sku)
  if (owner !== undefined && owner !== record.id)
    throw new ConsoleError('product_sku_taken', { sku: sku ?? '' }, 'field:sku')
  const isPriced = [...cells.keys()].some((name) => name.startsWith('price_'))
  if (isPriced && (await pricedByCost(trx, [record.id])).has(record.id)) throw new ConsoleError('product_price_fixed')
  if ((cells.has('stock') || cells.has('incoming')) && units === null)
    throw new ConsoleError('product_no_stock', {}, 'field:stock')
}

/** Writes what is not part of the record: own units, the level, the shelf, tags. */
async function writeExtras(
  trx: DatabaseTransaction,
  options: Options,
  { record: { id, sku }, units, incomingAt }: RecordState,
  { cells, names }: Reading,
): Promise<void> {
  const [stock, incoming, level, tags] = ['stock', 'incoming', 'level', 'tags'].map((name) => cells.get(name))
  await writeShelfCell(trx, id, cells.get('shelf'))
  if (stock !== undefined || incoming !== undefined) {
    const set = stock === undefined ? (units ?? 0) : unitsIn(stock)
    const day = incoming === undefined ? incomingAt : parseDay(incoming, 'incoming')
    await changeStockIn(trx, options, [{ sku, set, incomingAt: day }])
  }
  if (level !== undefined) {
    const read = level === '' ? 0 : readLevel(level)
    if (read === undefined) throw new RowProblem('level', 'level')
    await writeStockLevel(trx, id, read)
  }
  if (tags !== undefined) {
    const ids = parseItems(tags).map((tag) => requireId(names.tagId, tag.toLowerCase(), 'tags'))
    await writeTags(trx, id, [...new Set(ids)])
    await insertInvalidations(trx, [`product:${id}`], options.now.toISOString())
  }
}

async function writeShelfCell(trx: DatabaseTransaction, id: string, cell: string | undefined): Promise<void> {
  if (cell === undefined) return
  const shelf = readShelf(cell)
  if (shelf === undefined) throw new ConsoleError('product_shelf_invalid', {}, 'field:shelf')
  await writeShelf(trx, id, shelf)
}

function unitsIn(text: string): number {
  const units = /^\d{1,7}$/.test(text) ? Number(text) : maxUnits + 1
  if (units > maxUnits) throw new RowProblem('stock', 'units')
  return units
}
