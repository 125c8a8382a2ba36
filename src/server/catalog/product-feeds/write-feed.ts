import { mkdir, stat, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ProductFeed } from '../../../domain/settings/product-feeds.ts'
import { replaceFile } from '../../platform/files/replace-file.ts'
import { newId } from '../../platform/ids.ts'
import { printableLine } from '../../platform/printable.ts'
import { feedFile, feedFolder } from './feed-files.ts'
import { FeedStopped, feedText, type FeedCounts, type FeedEnd, type FeedShop } from './feed-pages.ts'
import { endFeedLease, leaseFeed, prolongFeedLease } from './feed-queries.ts'
import { failuresOf, nextWriting, type FeedState } from './feed-states.ts'

export type FeedOutcome =
  | { result: 'written'; products: number; leftOut: number; bytes: number }
  | { result: 'failed'; said: string }

/** A lease of a process that was killed ends after this; a living one prolongs its own much sooner. */
const leaseMs = 120_000
const prolongEveryMs = 20_000
const maxErrorLength = 500

/**
 * Writes the file of a feed and notes what came of it. The file that there was is served until the new one is whole.
 * Returns undefined when another process writes it, has written it since `row` was read, `stop` ended it, or it is not
 * in the settings any more.
 */
export async function writeFeed(shop: FeedShop, state: FeedState, stop: AbortSignal): Promise<FeedOutcome | undefined> {
  const { db, now } = shop
  const { feed, row } = state
  const lease = newId(now().getTime())
  const until = (): Date => new Date(now().getTime() + leaseMs)
  const started = now()
  if (!(await leaseFeed(db, row, { lease, now: started, until: until() }))) return undefined
  const lost = new AbortController()
  const prolong = async () => {
    if (!(await prolongFeedLease(db, lease, until()))) lost.abort()
  }
  const beat = setInterval(() => void prolong().catch(() => undefined), prolongEveryMs)
  try {
    const end = { stop: AbortSignal.any([stop, lost.signal]), beforeEnd: prolong }
    const { changesAt, ...counts } = await writeFile(shop, feed, end)
    const [startedAt, writtenAt] = [started.toISOString(), now().toISOString()]
    await endFeedLease(db, lease, {
      currency: feed.currency,
      tried_at: startedAt,
      written_at: writtenAt,
      leased_until: writtenAt,
      next_at: nextWriting(started, changesAt),
      products: counts.products,
      bytes: counts.bytes,
      failures: 0,
      said: '',
    })
    return { result: 'written', ...counts }
  } catch (error) {
    const freed = { leased_until: now().toISOString() }
    if (error instanceof FeedStopped) {
      // What was wanted is wanted again; a wish that came meanwhile stays.
      await endFeedLease(db, lease, row.is_wanted === 1 ? { ...freed, is_wanted: 1 } : freed)
      return undefined
    }
    const said = printableLine(error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength)
    await endFeedLease(db, lease, { ...freed, ...failed(state), tried_at: started.toISOString(), said })
    return { result: 'failed', said }
  } finally {
    clearInterval(beat)
  }
}

/** The first failure of another currency says that nothing is written in it. */
function failed(state: FeedState): Partial<FeedState['row']> {
  const { currency } = state.feed
  const failures = failuresOf(state) + 1
  return state.row.currency === currency ? { failures } : { ...nothingWritten, currency, failures }
}

const nothingWritten = { written_at: null, next_at: null, products: 0, bytes: 0 }

async function writeFile(shop: FeedShop, feed: ProductFeed, until: FeedEnd): Promise<FeedCounts & { bytes: number }> {
  const counts: FeedCounts = { products: 0, leftOut: 0, changesAt: null }
  await mkdir(feedFolder(shop.env), { recursive: true })
  const file = feedFile(shop.env, feed)
  await replaceFile(file, (draft) => packInto(draft, feedText(shop, feed, counts, until)))
  return { ...counts, bytes: (await stat(file)).size }
}

/** Compresses a text into a file, and waits until the disk has it. */
async function packInto(file: FileHandle, text: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(text), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) await file.writeFile(chunk)
  })
  await file.sync()
}
