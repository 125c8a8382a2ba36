import { mkdir, stat, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ProductFeed } from '../../../domain/settings/product-feeds.ts'
import { href } from '../../../routes.ts'
import { replaceFile } from '../../platform/files/replace-file.ts'
import { earliest } from '../../platform/http/pages/page-result.ts'
import { newId } from '../../platform/ids.ts'
import { printableLine } from '../../platform/printable.ts'
import type { Shop } from '../../platform/shop.ts'
import { firstChange } from '../products/product-cards.ts'
import { feedFile, feedFolder } from './feed-files.ts'
import { feedItem } from './feed-item.ts'
import { nextProducts } from './feed-product-queries.ts'
import { feedProducts } from './feed-products.ts'
import { endFeedLease, leaseFeed, prolongFeedLease } from './feed-queries.ts'
import { feedRegion, type FeedRegion } from './feed-region.ts'
import { nextWriting, type FeedState } from './feed-states.ts'
import { feedBegin, feedEnd, itemXml } from './feed-xml.ts'

export type FeedShop = Pick<Shop, 'db' | 'reportDb' | 'env' | 'now' | 'settings' | 'turns'>
export type FeedOutcome =
  | { result: 'written'; products: number; leftOut: number; bytes: number }
  | { result: 'failed'; said: string }

/** Products that are read together: their queries and their XML take a few milliseconds. */
const productsAtOnce = 50
/** A lease of a process that was killed ends after this; a living one prolongs its own much sooner. */
const leaseMs = 120_000
const prolongEveryMs = 20_000
const maxErrorLength = 500

/** The process is stopped, or another one has taken the feed. */
class FeedStopped extends Error {
  override readonly name = 'FeedStopped'
}

/**
 * Writes the file of a feed and notes what came of it. The file that there was is served until the new one is whole.
 * Returns undefined when another process writes it, has written it since `row` was read, or `stop` ended it.
 */
export async function writeFeed(
  shop: FeedShop,
  { feed, row }: FeedState,
  stop: AbortSignal,
): Promise<FeedOutcome | undefined> {
  const { db, now } = shop
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
    const written = await writeFile(shop, feed, AbortSignal.any([stop, lost.signal]))
    const state = { currency: feed.currency, tried_at: started.toISOString(), written_at: now().toISOString() }
    const { changesAt, ...counts } = written
    const { products, bytes } = counts
    const next = { next_at: nextWriting(started, changesAt), leased_until: state.written_at }
    await endFeedLease(db, lease, { ...state, ...next, products, bytes, failures: 0, said: '' })
    return { result: 'written', ...counts }
  } catch (error) {
    if (error instanceof FeedStopped) {
      await endFeedLease(db, lease, { leased_until: now().toISOString(), is_wanted: row.is_wanted })
      return undefined
    }
    const said = printableLine(error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength)
    const state = { tried_at: started.toISOString(), leased_until: now().toISOString() }
    await endFeedLease(db, lease, { ...state, failures: row.failures + 1, said })
    return { result: 'failed', said }
  } finally {
    clearInterval(beat)
  }
}

/** `changesAt` is when the first price changes by itself. */
type Counts = { products: number; leftOut: number; changesAt: string | null }

async function writeFile(shop: FeedShop, feed: ProductFeed, stop: AbortSignal): Promise<Counts & { bytes: number }> {
  const counts: Counts = { products: 0, leftOut: 0, changesAt: null }
  await mkdir(feedFolder(shop.env), { recursive: true })
  const file = feedFile(shop.env, feed)
  await replaceFile(file, (draft) => packInto(draft, feedText(shop, feed, counts, stop)))
  return { ...counts, bytes: (await stat(file)).size }
}

/** Compresses a text into a file, and waits until the disk has it. */
async function packInto(file: FileHandle, text: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(text), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) await file.writeFile(chunk)
  })
  await file.sync()
}

/** Yields the file page by page, and lets shoppers go first between the pages. */
async function* feedText(
  shop: FeedShop,
  feed: ProductFeed,
  counts: Counts,
  stop: AbortSignal,
): AsyncGenerator<string, void> {
  const { settings, reportDb, now, turns } = shop
  const region = await feedRegion(shop, reportDb, feed, now())
  const { brand } = settings.all
  const title = brand.name[feed.language]
  const link = region.origin + href(feed.language, 'home')
  yield feedBegin({ title, link, description: brand.slogan[feed.language] || title })
  let after = ''
  for (;;) {
    await turns.next()
    if (stop.aborted) throw new FeedStopped()
    const rows = await nextProducts(reportDb, after, productsAtOnce).execute()
    const last = rows.at(-1)
    if (last === undefined) break
    yield await pageText(
      shop,
      region,
      rows.map(({ id }) => id),
      counts,
    )
    after = last.id
  }
  yield feedEnd
}

async function pageText({ reportDb, now }: FeedShop, region: FeedRegion, ids: readonly string[], counts: Counts) {
  const products = await feedProducts(reportDb, region, ids, now())
  const items = products.map((product) => feedItem(product, region))
  const shown = items.flatMap((item) => (item ? [itemXml(item)] : []))
  counts.products += shown.length
  counts.leftOut += items.length - shown.length
  counts.changesAt = earliest(counts.changesAt, firstChange(products.map(({ facts }) => facts)))
  return shown.join('')
}
