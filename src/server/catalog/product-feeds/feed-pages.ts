import { setTimeout as pause } from 'node:timers/promises'
import { isSameFeed, type ProductFeed } from '../../../domain/settings/product-feeds.ts'
import { href } from '../../../routes.ts'
import { earliest } from '../../platform/http/pages/page-result.ts'
import type { Shop } from '../../platform/shop.ts'
import { firstChange } from '../products/product-cards.ts'
import { feedItem } from './feed-item.ts'
import { nextProducts } from './feed-product-queries.ts'
import { feedProducts } from './feed-products.ts'
import { feedRegion, type FeedRegion } from './feed-region.ts'
import { feedBegin, feedEnd, itemXml } from './feed-xml.ts'

export type FeedShop = Pick<Shop, 'db' | 'reportDb' | 'env' | 'now' | 'settings' | 'turns'>
/** `changesAt` is when the first price changes by itself. */
export type FeedCounts = { products: number; leftOut: number; changesAt: string | null }
/** What ends the writing before its end; `beforeEnd` may abort `stop`, too. */
export type FeedEnd = { stop: AbortSignal; beforeEnd: () => Promise<void> }

/** Products that are read together: their queries and their XML take a few milliseconds. */
const productsAtOnce = 50
/** Milliseconds until what failed is tried again: one failed query does not end a long writing. */
const pausesMs = [200, 2_000]

/** The process is stopped, another one has taken the feed, or it is not in the settings any more. */
export class FeedStopped extends Error {
  override readonly name = 'FeedStopped'
}

/** Yields the file page by page, and lets shoppers go first between the pages. */
export async function* feedText(
  shop: FeedShop,
  feed: ProductFeed,
  counts: FeedCounts,
  { stop, beforeEnd }: FeedEnd,
): AsyncGenerator<string, void> {
  const { settings, reportDb, now, turns } = shop
  const goOn = () => {
    if (stop.aborted || !settings.all.productFeeds.files.some((each) => isSameFeed(each, feed))) throw new FeedStopped()
  }
  const region = await feedRegion(shop, reportDb, feed, now())
  const { brand } = settings.all
  const title = brand.name[feed.language]
  const link = region.origin + href(feed.language, 'home')
  yield feedBegin({ title, link, description: brand.slogan[feed.language] || title })
  let after = ''
  for (;;) {
    await turns.next()
    goOn()
    const page = await tryAgain(() => readPage(shop, region, after), stop)
    if (!page) break
    after = page.last
    counts.products += page.items.length
    counts.leftOut += page.leftOut
    counts.changesAt = earliest(counts.changesAt, page.changesAt)
    yield page.items.join('')
  }
  await tryAgain(beforeEnd, stop)
  goOn()
  yield feedEnd
}

type FeedPage = { items: string[]; leftOut: number; changesAt: string | null; last: string }

/** Reads the products after an id; undefined after the last one. */
async function readPage({ reportDb, now }: FeedShop, region: FeedRegion, after: string): Promise<FeedPage | undefined> {
  const rows = await nextProducts(reportDb, after, productsAtOnce).execute()
  const last = rows.at(-1)?.id
  if (last === undefined) return undefined
  const ids = rows.map(({ id }) => id)
  const products = await feedProducts(reportDb, region, ids, now())
  const items = products.flatMap((product) => {
    const item = feedItem(product, region)
    return item ? [itemXml(item)] : []
  })
  const changesAt = firstChange(products.map(({ facts }) => facts))
  return { items, leftOut: products.length - items.length, changesAt, last }
}

/** Does something, up to three times where it fails. */
async function tryAgain<Value>(action: () => Promise<Value>, stop: AbortSignal): Promise<Value> {
  for (const ms of pausesMs) {
    try {
      return await action()
    } catch {
      await pause(ms)
      if (stop.aborted) throw new FeedStopped()
    }
  }
  return action()
}
