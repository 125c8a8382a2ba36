import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Database, Queryable, Row } from '../../platform/db/tables.ts'

export type FeedRow = Row<'product_feeds'>

export async function feedRows(db: Queryable): Promise<Map<string, FeedRow>> {
  const rows = await db.selectFrom('product_feeds').selectAll().execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** Adds feeds that are new in the settings; those that another process added stay. */
export async function addFeedRows(db: Database, rows: readonly FeedRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('product_feeds')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets feeds that are not in the settings any more, unless a process writes one. */
export async function deleteOtherFeedRows(db: Database, kept: readonly string[], now: Date): Promise<void> {
  await db
    .deleteFrom('product_feeds')
    .where('leased_until', '<=', now.toISOString())
    .$if(kept.length > 0, (rows) => rows.where('name', 'not in', kept))
    .execute()
}

/** Notes that somebody wants all feeds to be written now. */
export async function wantFeeds(db: Queryable): Promise<void> {
  await db.updateTable('product_feeds').set({ is_wanted: 1 }).execute()
}

/** Notes that feeds with converted prices are to be written, because the rates have changed. */
export async function wantConvertedFeeds(db: Queryable, home: CurrencyCode): Promise<void> {
  await db.updateTable('product_feeds').set({ is_wanted: 1 }).where('currency', '!=', home).execute()
}

/** Takes a feed, so that no other process writes it until `until`; false when another one has it, or has had it. */
export async function leaseFeed(
  db: Database,
  { name, tried_at: triedAt }: FeedRow,
  { lease, now, until }: { lease: string; now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_feeds')
    .set({ lease, leased_until: until.toISOString(), is_wanted: 0 })
    .where('name', '=', name)
    .where((row) => (triedAt === null ? row('tried_at', 'is', null) : row('tried_at', '=', triedAt)))
    .where('leased_until', '<=', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Prolongs a lease; one that ends now frees the feed. False when another process has taken it meanwhile. */
export async function prolongFeedLease(db: Database, lease: string, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_feeds')
    .set({ leased_until: until.toISOString() })
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a lease with what came of it. */
export async function endFeedLease(
  db: Database,
  lease: string,
  state: Partial<Omit<FeedRow, 'name' | 'lease'>>,
): Promise<void> {
  await db
    .updateTable('product_feeds')
    .set({ ...state, lease: '' })
    .where('lease', '=', lease)
    .execute()
}
