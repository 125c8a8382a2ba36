import { rowReason } from '../../../domain/products/row-reasons.ts'
import { contentHash } from '../maintenance/content-hash.ts'
import { leaveOut, leaveOutOthers, reject, type FeedReport } from './feed-report.ts'
import { FeedError, RowProblem, type BrokenRow, type Feed, type FeedRow } from './feeds/feed-row.ts'
import { missingColumns, skuColumn } from './profile/profile-columns.ts'
import type { Profile } from './profile/profile.ts'
import { productIdOf } from './rows/product-id.ts'
import type { ReadProduct } from './rows/record-of-row.ts'
import type { SeenProducts } from './seen-queries.ts'
import type { Spool, Spooled, SpooledTwin } from './spool-queries.ts'

type Reading = {
  feed: Feed
  profile: Profile
  toRecord: (row: FeedRow) => ReadProduct
  /** Tells whether a row has nothing but texts of a product that another row is about. */
  isTextAlone: (row: FeedRow) => boolean
  /** Prepares what `toRecord` needs of a row. */
  prepare: (row: FeedRow) => Promise<void>
  spool: Spool
  /** Collects the products that the feed names, those of rejected rows included. */
  seen: SeenProducts | undefined
  report: FeedReport
  onRow: (rows: number) => void
}

/** Reads a feed to its end: valid rows go to the spool, the others to the report. */
export async function readIntoSpool({
  feed,
  profile,
  toRecord,
  isTextAlone,
  prepare,
  spool,
  seen: products,
  report,
  onRow,
}: Reading): Promise<void> {
  if (feed.columns) checkColumns(profile, feed, feed.columns)
  const seen = new Set<string>()
  for await (const row of feed.rows) {
    report.rows += 1
    if (products) recordSeen(products, profile, row)
    if ('broken' in row) reject(report, { row: row.row, column: null, ...row.broken })
    else {
      if (!feed.columns) recordColumns(seen, row)
      if (isTextAlone(row)) continue
      await prepare(row)
      spoolRow(row, { profile, toRecord, spool, report })
    }
    onRow(report.rows)
  }
  if (report.rows === 0) throw new FeedError('no_rows')
  if (!feed.columns) checkColumns(profile, feed, [...seen])
}

function recordSeen(products: SeenProducts, profile: Profile, row: FeedRow | BrokenRow): void {
  try {
    if ('broken' in row) products.unidentified += 1
    else products.add(productIdOf(profile, row))
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    products.unidentified += 1
  }
}

/** Records a row's columns; at most 10,000, because rows that name their own columns may name any number. */
function recordColumns(seen: Set<string>, row: FeedRow): void {
  if (seen.size < 10_000) for (const column of row.columns) seen.add(column)
}

function checkColumns(profile: Profile, feed: Feed, columns: readonly string[]): void {
  const missing = missingColumns(profile, new Set(columns), feed.columnName)
  if (missing) throw new FeedError('columns_missing', missing)
}

function spoolRow(
  row: FeedRow,
  { profile, toRecord, spool, report }: Omit<Reading, 'feed' | 'prepare' | 'isTextAlone' | 'onRow' | 'seen'>,
): void {
  try {
    const read = toRecord(row)
    const { record, unread, leftOut } = read
    const { id, sku } = record
    const spooled = {
      ...linksOf(read),
      id,
      sku,
      row: row.row,
      isPriced: record.prices.length > 0,
      content_hash: hashOf(read),
      record,
    }
    const cells = unread.map(({ column, detail }) => ({ row: row.row, column, ...detail }))
    const others = leftOut.map(({ column, detail }) => ({ row: row.row, column, ...detail }))
    const twin = spool.put(spooled)
    if (!twin) {
      leaveOut(report, cells)
      return leaveOutOthers(report, others)
    }
    if (twin.id !== id) throw new RowProblem(skuColumn(profile), 'sku_in_row', { row: twin.row, sku })
    report.repeated += 1
    checkTwin(twin, spooled, profile)
    spool.remove(twin)
    spool.put(spooled)
    leaveOut(report, cells)
    leaveOutOthers(report, others)
    reject(report, {
      row: twin.row,
      column: profile.price?.column ?? null,
      ...rowReason('twin_priced', { row: row.row }),
    })
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    reject(report, { row: row.row, column: error.column, ...error.detail })
  }
}

function linksOf({ links, group }: ReadProduct): Pick<Spooled, 'role' | 'links' | 'group'> {
  const role = links.some((link) => link.role === 'parent') ? 'choice' : ''
  return { role: links.some((link) => link.role === 'piece') ? 'set' : role, links, group }
}

/** Rows that name other products have another hash until these are found. */
function hashOf({ record, links, group }: ReadProduct): string {
  const own = contentHash(record)
  return links.length === 0 && !group ? own : `${own} ${JSON.stringify([links, group])}`
}

/** Rejects a row that repeats a product: the first one counts, or the first one with a price. */
function checkTwin(twin: SpooledTwin, { isPriced, content_hash }: Spooled, { id }: Profile): void {
  if (twin.content_hash === content_hash) throw new RowProblem(null, 'copy', { row: twin.row })
  if (!twin.isPriced && isPriced) return
  throw new RowProblem(null, 'same_product', { row: twin.row, columns: id.join(', ') })
}
