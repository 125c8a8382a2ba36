import type { FeedFormat } from '../feeds/feed-format.ts'
import { FeedError, type BrokenRow, type Feed, type FeedRow, type FeedNote } from '../feeds/feed-row.ts'
import { readFeed } from '../feeds/read-feed.ts'

/** Rows that a feed is judged by; characters of them, which are in memory together; columns that they name. */
const limits = { rows: 500, characters: 8_000_000, named: 5_000 }
/** Columns of a feed whose rows name their own. */
const maxOwnColumns = 200
/** More columns than this are nothing that people can choose from. */
const maxColumns = 400

/** The columns of a feed and its first rows. */
export type Beginning = {
  columns: readonly string[]
  rows: readonly (FeedRow | BrokenRow)[]
  /** The rows that are not broken; at least one. */
  whole: readonly FeedRow[]
  notes: readonly FeedNote[]
  /** The row of a table that names its columns. */
  headerRow: number | undefined
}

/** Reads the beginning of a feed. Throws FeedError, also for one without rows and for one with too many columns. */
export async function readBeginning(file: string, format: FeedFormat): Promise<Beginning> {
  const feed = await readFeed(file, format, () => {})
  const count = feed.columns?.length ?? 0
  if (count > maxColumns) throw new FeedError('columns_many', { count, most: maxColumns })
  const { rows, named } = await firstRows(feed)
  const whole = rows.filter((row): row is FeedRow => 'columns' in row)
  if (whole.length === 0) throw new FeedError('no_rows')
  const columns = feed.columns ?? ownColumns(feed, named, whole, Object.keys(format.xml?.columns ?? {}))
  return { columns, rows, whole, notes: feed.notes, headerRow: feed.headerRow }
}

/**
 * The columns of a feed whose rows name their own: first those that its profile gives names to, and not again the paths
 * that these read, nor objects whose properties are columns.
 */
function ownColumns(
  { columnName }: Feed,
  found: ReadonlySet<string>,
  rows: readonly FeedRow[],
  given: readonly string[],
): string[] {
  const read = new Set(given.map(columnName))
  const parents = new Set([...found].flatMap((column) => column.match(/^.*(?=\.)/)?.[0] ?? []))
  const others = [...found].filter(
    (column) => !read.has(column) && (!parents.has(column) || rows.some((row) => row.get(column) !== '')),
  )
  return [...given, ...others].slice(0, maxOwnColumns)
}

/** The first rows, and the columns that they name where each names its own. */
async function firstRows({ rows: all, columns }: Feed) {
  const rows: (FeedRow | BrokenRow)[] = []
  const named = new Set<string>()
  let characters = 0
  for await (const row of all) {
    rows.push(row)
    if ('size' in row) characters += row.size
    const own = columns || !('columns' in row) ? [] : (row.paths ?? row.columns)
    for (const column of own) named.add(column)
    if (rows.length === limits.rows || characters > limits.characters || named.size > limits.named) break
  }
  return { rows, named }
}
