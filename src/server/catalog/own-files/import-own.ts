import { stat } from 'node:fs/promises'
import { unescapeFormula } from '../../../domain/formula-injection.ts'
import { rowReason } from '../../../domain/products/row-reasons.ts'
import { differences } from '../import/differences.ts'
import type { FeedOptions } from '../import/feed-options.ts'
import { refusalOf, refuseTooMany, reject, reportOf, type FeedReport } from '../import/feed-report.ts'
import { FeedError, RowProblem, type Feed } from '../import/feeds/feed-row.ts'
import { readFeed } from '../import/feeds/read-feed.ts'
import { whileNoOther } from '../import/journal/with-journal.ts'
import { Spool } from '../import/spool-queries.ts'
import { writeRecords } from '../import/write-records.ts'
import { contentHash } from '../maintenance/content-hash.ts'
import type { LaterWork } from '../maintenance/finish-catalog.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import { recordsWithShelf } from '../maintenance/records-with-shelf.ts'
import type { SaveOptions } from '../maintenance/save-options.ts'
import { hasId, keyOf, mayBecomeProduct, newId, newProduct, takeOutDangling, withNew } from './new-products.ts'
import type { OwnColumn } from './own-column.ts'
import { ownColumns, skusNamed } from './own-columns.ts'
import { ownNames, withProducts, type OwnNames } from './own-names.ts'

type Options = FeedOptions & { productPath: SaveOptions['productPath']; later?: LaterWork }
type Importing = Options & { report: FeedReport; mark: string }
/** The cells of a row by column. */
type Cells = Record<string, string>

const batch = 500
const maxChanges = 1_000
const [idColumn, skuColumn] = ['id', 'article_number']

/**
 * Imports a file that `exportProducts` wrote, after a person has changed it: a product gets what its cells say, and
 * keeps what the file has no columns for. An empty id makes a new product. A file that cannot be imported is reported
 * with `error`, and nothing of it is written.
 */
export async function importOwnFile(file: string, profile: { name: string }, options: Options): Promise<FeedReport> {
  const started = performance.now()
  const report = await whileNoOther(options, (mark, recovered) =>
    attempt(file, { ...options, mark, report: reportOf(file, profile, options, recovered) }),
  )
  report.seconds = (performance.now() - started) / 1000
  return report
}

async function attempt(file: string, importing: Importing): Promise<FeedReport> {
  const { report, maxRejected = { percent: 100 }, dryRun } = importing
  try {
    using rows = new Spool<Cells>()
    using changed = new Spool()
    const columns = await readRows(file, rows, importing)
    const counts = await readProducts(rows, changed, columns, importing)
    refuseTooMany(report, maxRejected)
    const written = dryRun || changed.size === 0 ? counts : await writeRecords(changed, importing)
    Object.assign(report, written, { unchanged: counts.unchanged })
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    Object.assign(report, { created: 0, changed: 0, unchanged: 0, changes: [], ...refusalOf(error) })
  }
  return report
}

/** Reads all rows into the spool; @returns the columns that the file has. */
async function readRows(file: string, rows: Spool<Cells>, importing: Importing): Promise<ReadonlySet<string>> {
  const { report, onProgress } = importing
  const { size } = await stat(file).catch(() => {
    throw new FeedError('no_file')
  })
  let bytes = 0
  const feed = await readFeed(file, { numbers: { decimal: '.' } }, (count) => {
    bytes += count
  })
  const columns = checkedColumns(feed, ownColumns(await ownNames(importing.db)))
  report.notes.push(...feed.notes)
  for await (const row of feed.rows) {
    report.rows += 1
    if ('broken' in row) reject(report, { row: row.row, column: null, ...row.broken })
    else
      putRow(
        Object.fromEntries(row.columns.map((name) => [name, unescapeFormula(row.get(name))])),
        row.row,
        rows,
        report,
      )
    if (report.rows % batch === 0)
      onProgress({ phase: 'reading', done: Math.min(bytes, size), of: size, rows: report.rows })
  }
  if (report.rows === 0) throw new FeedError('no_rows_in_file')
  return columns
}

function checkedColumns({ columns }: Feed, known: readonly OwnColumn[]): ReadonlySet<string> {
  if (!columns?.includes(idColumn) || !columns.includes(skuColumn))
    throw new FeedError('own_columns', { id: idColumn, sku: skuColumn })
  const names = new Set([idColumn, skuColumn, ...known.map(({ name }) => name)])
  const unknown = columns.find((name) => !names.has(name))
  if (unknown !== undefined) throw new FeedError('own_no_column', { column: unknown })
  return new Set(columns)
}

function putRow(cells: Cells, row: number, rows: Spool<Cells>, report: FeedReport): void {
  const [id, sku] = [cells[idColumn]?.trim() ?? '', cells[skuColumn]?.trim() ?? '']
  if (sku === '' || sku.length > 60)
    return reject(report, {
      row,
      column: skuColumn,
      ...rowReason('sku_long'),
    })
  const twin = rows.put({ id: keyOf(id, sku), sku, row, isPriced: true, content_hash: '', record: cells })
  if (twin) reject(report, { row, column: idColumn, ...rowReason('product_in_row', { row: twin.row }) })
}

type Counts = { created: number; changed: number; unchanged: number }

/** Makes products of the rows and keeps those that differ from what the shop has. */
async function readProducts(
  rows: Spool<Cells>,
  changed: Spool,
  has: ReadonlySet<string>,
  importing: Importing,
): Promise<Counts> {
  const { db, kind } = importing
  const counts = { created: 0, changed: 0, unchanged: 0 }
  const [gone, fresh] = [new Set<string>(), new Set<string>()]
  const base = await ownNames(db)
  const columns = ownColumns(base).filter(({ name }) => has.has(name))
  for (const keys of rows.keys(batch)) {
    const cells = keys.map((key) => ({ ...key, cells: rows.record(key.id) ?? {} }))
    const ids = keys.map(({ id }) => id)
    const stored = new Map((await recordsWithShelf(db, kind, ids)).map((record) => [record.id, record]))
    const known = await namesFor(cells, [...stored.values()], base, importing)
    const making = { columns, names: withNew(rows, namedIn(cells), known), owners: known.id }
    for (const row of cells) putProduct(row, stored.get(row.id), { ...making, changed, counts, gone, fresh, importing })
  }
  takeOutDangling(changed, gone, ({ row, id }, named) => {
    counts[fresh.has(id) ? 'created' : 'changed'] -= 1
    reject(importing.report, { row, column: null, ...rowReason('names_unmade', { name: named }) })
  })
  return counts
}

type Row = { id: string; sku: string; row: number; cells: Cells }

function namesFor(
  rows: readonly Row[],
  stored: readonly ProductRecord[],
  base: OwnNames,
  { db, kind }: Importing,
): Promise<OwnNames> {
  const skus = [...rows.map(({ sku }) => sku), ...namedIn(rows)]
  const ids = stored.flatMap((record) => [
    ...(record.parent_id === null ? [] : [record.parent_id]),
    ...record.set_items.map(({ product_id: id }) => id),
    ...record.relations.map(({ related_id: id }) => id),
  ])
  return withProducts(db, kind, base, { ids, skus })
}

/** The article numbers of other products in the cells. */
function namedIn(rows: readonly Row[]): string[] {
  return rows.flatMap(({ cells }) => skusNamed((column) => cells[column] ?? ''))
}

type Making = {
  columns: readonly OwnColumn[]
  names: OwnNames
  /** The ids of the shop's own products by their article numbers. */
  owners: OwnNames['id']
  /** The ids of new products that cannot be made. */
  gone: Set<string>
  /** The ids of new products. */
  fresh: Set<string>
  changed: Spool
  counts: Counts
  importing: Importing
}

function putProduct(row: Row, before: ProductRecord | undefined, making: Making): void {
  const { changed, counts, importing } = making
  const { report, dryRun } = importing
  try {
    const record = productOf(row, before, making)
    const hash = contentHash(record)
    const written = withNewShelf(record, before)
    if (before && hash === contentHash(before) && written.shelf === undefined) {
      counts.unchanged += 1
      return
    }
    counts[before ? 'changed' : 'created'] += 1
    if (!before) making.fresh.add(record.id)
    if (before && dryRun && report.changes.length < maxChanges)
      report.changes.push(...differences(before, record).map((each) => ({ row: row.row, sku: row.sku, ...each })))
    changed.put({ id: record.id, sku: record.sku, row: row.row, isPriced: true, content_hash: hash, record: written })
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    reject(report, { row: row.row, column: error.column, ...error.detail })
    if (!before) making.gone.add(newId(row.id, row.sku))
  }
}

/** The record, which names its shelf only where that is another one. */
function withNewShelf(record: ProductRecord, before: ProductRecord | undefined): ProductRecord {
  return (record.shelf ?? '') === (before?.shelf ?? '') ? { ...record, shelf: undefined } : record
}

/** Applies the cells that say something else than the product has; empty ones of a new product say nothing. */
function productOf({ id, sku, cells }: Row, before: ProductRecord | undefined, making: Making): ProductRecord {
  const { columns, names, owners, importing } = making
  checkIdentity(id, sku, before, owners)
  const record: ProductRecord = { ...(before ?? newProduct(newId(id, sku), sku, importing.now)), sku }
  // Another shop does not count the units of this one.
  if (!before && hasId(id) && cells['stock'] === '') record.stock = null
  for (const column of columns) {
    const cell = cells[column.name] ?? ''
    if (!before && cell === '') continue
    if (column.write(record, names) !== cell) Object.assign(record, column.read(cell, record, names))
  }
  if (record.texts.en.name === '' || record.texts.sv.name === '') throw new RowProblem('name_sv', 'new_needs_names')
  return record
}

function checkIdentity(key: string, sku: string, before: ProductRecord | undefined, owners: OwnNames['id']): void {
  if (!before && !mayBecomeProduct(key)) throw new RowProblem(idColumn, 'id_form')
  const owner = owners.get(sku)
  if (owner === undefined || owner === before?.id) return
  if (!before && hasId(key)) throw new RowProblem(idColumn, 'id_unknown', { sku })
  throw new RowProblem(skuColumn, 'sku_taken', { sku })
}
