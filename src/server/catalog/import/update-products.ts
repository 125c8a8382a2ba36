import { stat } from 'node:fs/promises'
import { fileReason } from '../../../domain/products/file-reasons.ts'
import { rowReason } from '../../../domain/products/row-reasons.ts'
import { manyPrices } from '../maintenance/finish-catalog.ts'
import { priceBasis } from './base-per-unit.ts'
import type { FeedOptions } from './feed-options.ts'
import { refusalOf, refuseTooMany, reject, reportOf, type FeedReport } from './feed-report.ts'
import { FeedError, RowProblem, type Feed, type FeedRow } from './feeds/feed-row.ts'
import { readFeed } from './feeds/read-feed.ts'
import type { WritePrices } from './journal/journal.ts'
import { writeInSteps, type StepBeside } from './journal/steps-ahead.ts'
import { whileNoOther, withJournal } from './journal/with-journal.ts'
import { missingColumns } from './profile/profile-columns.ts'
import type { UpdateProfile } from './profile/update-profile.ts'
import { cleanText } from './rows/cell-text.ts'
import { skuKey, type SeenProducts } from './seen-queries.ts'
import { SortedSpool } from './sorted-spool-queries.ts'
import { applySupply } from './supply/apply-supply.ts'
import { costCurrencies, readSupplyRules } from './supply/supply-rules.ts'
import { findInBatches, type Found, type Update } from './updates/find-changes.ts'
import { PurgesOfMany } from './updates/purges-of-many.ts'
import { isSortedAnew } from './updates/sorted-anew.ts'
import { skuOfRow, updateOfRow, type ProductUpdate, type Rates } from './updates/update-of-row.ts'
import { finishPrices, prepareChanges, pricedAt, writePrepared, type BeforeChanges } from './updates/write-changes.ts'

/** `seen` collects the products that the feed has, for `dropMissing`. */
type UpdateOptions = FeedOptions & { seen?: SeenProducts | undefined }
type Updating = UpdateOptions & { report: FeedReport; profile: UpdateProfile; mark: string }
type Row = { sku: string; row: number; update: ProductUpdate }

const batch = 500
/** Above this number of changed products, of stock alone too, all pages of the catalogue are purged together. */
const manyChanges = 20_000
/** Changes that the report names; further ones are only counted. */
const maxNamed = 1_000

/**
 * Changes prices, stock and shelves of the products that a feed names by their article numbers, and nothing else of
 * them. Reads and compares all of it first; then writes what is different in short transactions. Rows whose article
 * numbers the shop does not have are counted. A file that cannot be read is reported with `error`.
 */
export async function updateProducts(
  file: string,
  profile: UpdateProfile,
  options: UpdateOptions,
): Promise<FeedReport> {
  const started = performance.now()
  const unidentified = options.seen?.unidentified ?? 0
  const report = await whileNoOther(options, (mark, recovered) => {
    if (options.seen) options.seen.unidentified = unidentified
    return attempt(file, { ...options, mark, profile, report: reportOf(file, profile, options, recovered) })
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

async function attempt(file: string, updating: Updating): Promise<FeedReport> {
  const { report, maxRejected = { percent: 100 }, dryRun } = updating
  try {
    using rows = new SortedSpool<Row>()
    using changes = new SortedSpool<Update>()
    await readRows(file, rows, updating)
    refuseTooMany(report, maxRejected)
    const priced = await compare(rows, changes, updating)
    refuseTooMany(report, maxRejected)
    const isMany = priced > manyPrices || changes.size > manyChanges
    if (!dryRun && changes.size > 0) await writeAll(changes, { ...updating, isMany })
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    Object.assign(report, { changed: 0, unchanged: 0, unknown: 0, changes: [], ...refusalOf(error) })
  }
  return report
}

async function readRows(file: string, rows: SortedSpool<Row>, updating: Updating): Promise<void> {
  const { profile, report, onProgress, db, now } = updating
  const { size } = await stat(file).catch(() => {
    throw new FeedError('no_file')
  })
  let bytes = 0
  const feed = await readFeed(file, profile, (count) => {
    bytes += count
  })
  if (feed.columns) checkColumns(profile, feed, feed.columns)
  report.notes.push(...feed.notes)
  const rates = {
    basis: await priceBasis(profile, db, now),
    currencies: await costCurrencies(db, now),
  }
  const seen = new Set<string>()
  for await (const row of feed.rows) {
    report.rows += 1
    if (!feed.columns && 'columns' in row && seen.size < 10_000) for (const column of row.columns) seen.add(column)
    readRow(row, rows, updating, rates)
    if (report.rows % batch === 0)
      onProgress({ phase: 'reading', done: Math.min(bytes, size), of: size, rows: report.rows })
  }
  if (report.rows === 0) throw new FeedError('no_rows')
  if (!feed.columns) checkColumns(profile, feed, [...seen])
}

function checkColumns(profile: UpdateProfile, feed: Feed, columns: readonly string[]): void {
  const missing = missingColumns(profile, new Set(columns), feed.columnName)
  if (missing) throw new FeedError('columns_missing', missing)
}

type AnyRow = Feed['rows'] extends AsyncIterable<infer Item> ? Item : never

function readRow(row: AnyRow, rows: SortedSpool<Row>, { profile, report, seen }: Updating, rates: Rates): void {
  if ('broken' in row) {
    reject(report, { row: row.row, column: null, ...row.broken })
    if (seen) seen.unidentified += 1
    return
  }
  try {
    putRow(row, rows, profile, rates)
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    if (seen) recordSeen(seen, row, profile)
    reject(report, { row: row.row, column: error.column, ...error.detail })
  }
}

/** A row that is rejected still says that the supplier has the product. */
function recordSeen(seen: SeenProducts, row: FeedRow, { update }: UpdateProfile): void {
  const sku = cleanText(row.get(update.sku))
  if (sku === '') seen.unidentified += 1
  else seen.add(skuKey(sku))
}

function putRow(row: FeedRow, rows: SortedSpool<Row>, profile: UpdateProfile, rates: Rates): void {
  const sku = skuOfRow(profile, row)
  const update = updateOfRow(profile, row, rates)
  const twin = rows.put(sku, row.row, { sku, row: row.row, update })
  if (twin !== undefined) throw new RowProblem(profile.update.sku, 'sku_in_row', { row: twin, sku })
}

/** Keeps the rows that change something, by product; @returns how many of them have prices. */
async function compare(rows: SortedSpool<Row>, changes: SortedSpool<Update>, updating: Updating): Promise<number> {
  const { db, kind, report, profile } = updating
  let unknown = ''
  let priced = 0
  for await (const some of findInBatches(
    db,
    kind,
    rows.batches(() => batch),
  )) {
    for (const found of some) {
      reportFound(found, updating)
      updating.seen?.add(skuKey(found.sku))
      if (found.change === 'unknown') unknown ||= found.sku
      if (typeof found.change !== 'object') continue
      const { productId, update } = found.change
      changes.put(productId, found.row, { productId, update })
      if (update.prices.length > 0) priced += 1
    }
  }
  if (report.unknown === 0) return priced
  if (report.unknown === rows.size) throw new FeedError('skus_unknown', { column: profile.update.sku })
  report.notes.push(fileReason('note_unknown', { count: report.unknown, sku: unknown }))
  return priced
}

function reportFound({ row, sku, change }: Found, { report, profile, details }: Updating): void {
  if (change === 'unknown') report.unknown += 1
  else if (change === 'unchanged') report.unchanged += 1
  else if (change === 'misplaced')
    reject(report, { row, column: profile.stock?.column ?? null, ...rowReason('no_own_stock', { sku }) })
  else {
    report.changed += 1
    const room = Math.max(0, (details?.maxChanges ?? maxNamed) - report.changes.length)
    report.changes.push(...change.fields.slice(0, room).map((field) => ({ row, sku, ...field })))
  }
}

async function writeAll(changes: SortedSpool<Update>, updating: Updating & { isMany: boolean }): Promise<void> {
  const { db, kind, now, onProgress, report, isMany } = updating
  const rules = await readSupplyRules(db, now)
  const purges = isMany ? new PurgesOfMany(now) : undefined
  const options = { kind, now, isMany }
  await withJournal(updating, { title: report.file, mark: updating.mark }, async (journal) => {
    const [priced, sorted] = [new Set<string>(), new Set<string>()]
    let done = 0
    const write = (some: readonly Update[], beside: StepBeside): Promise<number> => {
      const ids = some.map(({ productId }) => productId)
      const step: WritePrices<number> = async (trx, before, { begin, onStockLeft }) => {
        const prepared = prepareChanges(before, some)
        const isUnsupplied = hasNoSupplier(before, some)
        await begin()
        await writePrepared(trx, options, prepared, isUnsupplied ? onStockLeft : undefined)
        const settled = isUnsupplied ? [] : await applySupply(trx, { ...options, rules }, ids)
        await purges?.now(trx)
        for (const id of [...prepared.sortPrices.keys(), ...settled]) priced.add(id)
        const anew = some.filter((each) => isSortedAnew(each, before.prices.get(each.productId), rules.base))
        for (const id of [...anew.map(({ productId }) => productId), ...settled]) sorted.add(id)
        return some.length
      }
      return journal.prices(ids, step, {
        turn: 'turn' in beside ? beside.turn : undefined,
        pricedAt: pricedAt(some, now),
        shelved: some.flatMap(({ productId, update }) => (update.shelf === undefined ? [] : [productId])),
      })
    }
    const ended = (count: number): void => {
      done += count
      onProgress({ phase: 'writing', done, of: changes.size, rows: report.rows })
    }
    await writeInSteps(
      changes.batches(() => journal.size),
      () => kind === 'postgres',
      { write, ended },
    )
    await finishPrices((work) => journal.followUp(work), { ...options, sorted: [...sorted] }, [...priced])
    if (purges) await journal.followUp((trx) => purges.last(trx))
    return { created: 0, changed: done }
  })
}

/** Tells that no supplier has to do with products, neither before these changes nor after them. */
function hasNoSupplier({ offers, supplied }: BeforeChanges, changes: readonly Update[]): boolean {
  return offers.length === 0 && supplied.length === 0 && changes.every(({ update }) => update.offer === undefined)
}
