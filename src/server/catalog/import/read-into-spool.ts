import { hash } from 'node:crypto'
import { contentHash } from '../content-hash.ts'
import type { ProductRecord } from '../product-record.ts'
import { FeedError, RowProblem, type Feed, type FeedRow } from './feed-row.ts'
import { reject, type FeedReport } from './feed-report.ts'
import { missingColumns, skuColumn } from './profile-columns.ts'
import type { Profile } from './profile.ts'
import type { Spool } from './spool-queries.ts'

type Reading = {
  feed: Feed
  profile: Profile
  toRecord: (row: FeedRow) => ProductRecord
  spool: Spool
  report: FeedReport
  onRow: (rows: number) => void
}

/** Reads a feed to its end: rows that can be products go to the spool, the others to the report. */
export async function readIntoSpool({ feed, profile, toRecord, spool, report, onRow }: Reading): Promise<void> {
  if (feed.columns) checkColumns(profile, feed.columns)
  const seen = new Set<string>()
  for await (const row of feed.rows) {
    report.rows += 1
    if ('broken' in row) reject(report, { row: row.row, column: null, reason: row.broken })
    else {
      if (!feed.columns) for (const column of row.columns) if (seen.size < 10_000) seen.add(column)
      spoolRow(row, { profile, toRecord, spool, report })
    }
    onRow(report.rows)
  }
  if (report.rows === 0) throw new FeedError('The feed has no rows.')
  if (!feed.columns) checkColumns(profile, [...seen])
}

/** A nested column such as `size.height` is there when `size` is. */
function checkColumns(profile: Profile, columns: readonly string[]): void {
  const nested = profile.id.concat(profile.attributes.map(({ column }) => column)).filter((column) => columns.includes(column.split('.', 1)[0] ?? ''))
  const sentence = missingColumns(profile, new Set([...columns, ...nested]))
  if (sentence !== undefined) throw new FeedError(sentence)
}

function spoolRow(row: FeedRow, { profile, toRecord, spool, report }: Omit<Reading, 'feed' | 'onRow'>): void {
  try {
    const record = toRecord(row)
    const cells = hash('sha256', JSON.stringify(row.columns.map((column) => row.get(column))), 'base64url').slice(0, 22)
    const replaced = replacedTwin(record, cells, { profile, spool })
    const owner = spool.rowOfSku(record.sku, record.id)
    if (owner !== undefined) throw new RowProblem(skuColumn(profile), `Row ${owner} has the article number ${record.sku} already.`)
    spool.put({ id: record.id, sku: record.sku, row: row.row, isPriced: record.prices.length > 0, cells, contentHash: contentHash(record), record })
    if (replaced !== undefined) reject(report, { row: replaced, column: profile.price?.column ?? null, reason: `Row ${row.row} is the same product with a price, and is taken instead.` })
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    reject(report, { row: row.row, column: error.column, reason: error.message })
  }
}

/** Of rows that mean the same product the first one counts, or the first one with a price; @returns the row that gives way. */
function replacedTwin(record: ProductRecord, cells: string, { profile, spool }: Pick<Reading, 'profile' | 'spool'>): number | undefined {
  const twin = spool.find(record.id)
  if (!twin) return undefined
  if (twin.cells === cells) throw new RowProblem(null, `The row is an exact copy of row ${twin.row}.`)
  if (!twin.isPriced && record.prices.length > 0) return twin.row
  const same = profile.id.join(', ')
  throw new RowProblem(null, `The row has the same ${same} as row ${twin.row} but differs elsewhere; row ${twin.row} counts.`)
}
