import type { FeedLine } from '../../../contracts/console/product-feeds.ts'
import { feedName, type ProductFeed } from '../../../domain/settings/product-feeds.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { productFeedHref } from '../../../routes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { feedRows, type FeedRow } from './feed-queries.ts'

/** A feed of the settings, and what is known of it; a row that is not stored yet where it `isNew`. */
export type FeedState = { feed: ProductFeed; row: FeedRow; isNew: boolean }

type FeedSettings = Pick<Settings, 'productFeeds'>

const hourMs = 3_600_000
/** A feed is written again this often, and sooner where a price changes by itself, but not more often than that. */
const [writeEveryMs, leastPauseMs] = [6 * hourMs, 600_000]
/** Two times in a row were missed, and an hour more. */
const overdueMs = 13 * hourMs
/** Minutes until the next try after the first failure, the second, and so on. */
const pauses = [5, 15, 60]
const longAgo = new Date(0).toISOString()

/** The feeds of the settings, whose rows `known` are. */
export function feedStates({ productFeeds }: FeedSettings, known: ReadonlyMap<string, FeedRow>): FeedState[] {
  return productFeeds.files.map((feed) => {
    const row = known.get(feedName(feed))
    return { feed, row: row ?? newRow(feed), isNew: row === undefined }
  })
}

function newRow(feed: ProductFeed): FeedRow {
  return {
    name: feedName(feed),
    currency: feed.currency,
    lease: '',
    leased_until: longAgo,
    is_wanted: 0,
    tried_at: null,
    written_at: null,
    next_at: null,
    products: 0,
    bytes: 0,
    failures: 0,
    said: '',
  }
}

/** Failures in a row; those of another currency say nothing of this one. */
export function failuresOf({ row, feed }: Pick<FeedState, 'row' | 'feed'>): number {
  return row.currency === feed.currency ? row.failures : 0
}

/** Whether a feed is to be written now; `hasFile` tells whether there is one of its currency. */
export function isFeedDue(state: FeedState, hasFile: boolean, now: Date): boolean {
  const { row, feed } = state
  const failures = failuresOf(state)
  // A lease that did not end is of a process that writes it, or was killed.
  if (row.is_wanted === 1 || row.lease !== '') return true
  const sinceTry = row.tried_at === null ? Infinity : Math.abs(now.getTime() - Date.parse(row.tried_at))
  if (failures > 0) return sinceTry >= (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * 60_000
  if (row.written_at === null || row.currency !== feed.currency || !hasFile) return true
  return sinceTry >= writeEveryMs || (row.next_at !== null && row.next_at <= now.toISOString())
}

/** When a feed that was begun at a moment is written again; `changesAt` is when the first of its prices changes. */
export function nextWriting(begun: Date, changesAt: string | null): string {
  const [soonest, latest] = [leastPauseMs, writeEveryMs].map((ms) => new Date(begun.getTime() + ms).toISOString())
  const first = changesAt !== null && changesAt < (latest ?? '') ? changesAt : (latest ?? '')
  return first > (soonest ?? '') ? first : (soonest ?? '')
}

async function readStates(db: Queryable, settings: FeedSettings): Promise<FeedState[]> {
  return settings.productFeeds.files.length === 0 ? [] : feedStates(settings, await feedRows(db))
}

/** The feeds of the settings for a screen or a command. */
export async function feedLines(
  db: Queryable,
  settings: FeedSettings,
  { origin, now }: { origin: string; now: Date },
): Promise<FeedLine[]> {
  return (await readStates(db, settings)).map(({ feed, row }) => {
    const isWritten = row.written_at !== null && row.currency === feed.currency
    return {
      ...feed,
      name: row.name,
      address: origin + productFeedHref(row.name),
      writtenAt: isWritten ? row.written_at : null,
      products: isWritten ? row.products : 0,
      bytes: isWritten ? row.bytes : 0,
      failed: failuresOf({ row, feed }) > 0 ? { at: row.tried_at ?? '', why: row.said } : null,
      isBeingWritten: row.is_wanted === 1 || (row.lease !== '' && row.leased_until > now.toISOString()),
    }
  })
}

/** Says which feeds fail, are overdue or have no products. */
export async function feedTroubles(db: Queryable, settings: FeedSettings, now: Date): Promise<string[]> {
  return (await readStates(db, settings)).flatMap(({ row, feed }) => {
    const { name, written_at: writtenAt, said, products, currency } = row
    if (failuresOf({ row, feed }) > 0) return [`${name} could not be written (${said})`]
    if (writtenAt === null || currency !== feed.currency) return [`${name} has not been written yet`]
    if (now.getTime() - Date.parse(writtenAt) > overdueMs) return [`${name} was last written at ${writtenAt}`]
    return products === 0 ? [`${name} has no products`] : []
  })
}
