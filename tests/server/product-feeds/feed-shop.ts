import { gunzipSync } from 'node:zlib'
import sax from 'sax'
import type { ProductFeed } from '../../../src/domain/settings/product-feeds.ts'
import { fileOfFeed } from '../../../src/server/catalog/product-feeds/feed-files.ts'
import { writeDueFeeds } from '../../../src/server/catalog/product-feeds/write-due-feeds.ts'
import { productFeedsStep } from '../../../src/server/platform/http/static/product-feeds.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { serveHttp } from '../../support/http-shop.ts'
import { setSettings } from '../../support/set-settings.ts'

const never = new AbortController().signal
export const swedishFeed: ProductFeed = { language: 'sv', country: 'SE', currency: 'SEK' }

export const setFeeds = (shop: Shop, ...files: ProductFeed[]) => setSettings(shop, ['productFeeds.files', files])

/** The background job, once. */
export const runJob = (shop: Shop, stop = never) => writeDueFeeds(shop, stop)

/** The HTTP server with the step that serves feeds, as the program makes it. */
export function serveFeeds(shop: Shop, limits = { REQUESTS_AT_ONCE: 32, REQUESTS_PER_NETWORK: 8 }) {
  const fileOf = (name: string) => fileOfFeed(shop.env, shop.settings.all.productFeeds, name)
  return serveHttp({ steps: [productFeedsStep({ fileOf, limits, always: [] })] })
}

/** The text of a feed as a comparison site gets it. */
export async function feedText(shop: Shop, name = 'google-sv-SE'): Promise<string> {
  await using server = await serveFeeds(shop)
  const { status, body } = await server.ask(`/feeds/${name}.xml`, { headers: { 'Accept-Encoding': 'gzip' } })
  if (status !== 200) throw new Error(`The feed is answered ${status}.`)
  return gunzipSync(body).toString()
}

export type Entry = Readonly<Record<string, string>> & { pictures: string[] }

/** The entries of a feed by id, read by a strict parser; `shipping` is flattened to `country` and `freight`. */
export function entriesOf(xml: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const parser = sax.parser(true, { xmlns: true })
  let item: (Record<string, string> & { pictures: string[] }) | undefined
  let text = ''
  let within = ''
  const read: Partial<sax.SAXParser> = {
    onerror: (error) => {
      throw error
    },
    onopentag: ({ name }) => {
      text = ''
      if (name === 'item') item = { pictures: [] } as unknown as typeof item
      if (name === 'g:shipping') within = name
    },
    ontext: (part) => {
      text += part
    },
    onclosetag: (name) => {
      if (name === 'item' && item) entries.set(item['id'] ?? '', item)
      if (name === 'g:shipping') within = ''
      else if (item && name.startsWith('g:')) {
        const own = name.slice(2)
        if (own === 'additional_image_link') item.pictures.push(text)
        else item[within !== '' && own === 'price' ? 'freight' : own] = text
      }
    },
  }
  Object.assign(parser, read)
  parser.write(xml).close()
  return entries
}

/** Configures one feed, runs the job and reads what it wrote. */
export async function writtenEntries(shop: Shop, feed: ProductFeed = swedishFeed): Promise<Map<string, Entry>> {
  await setFeeds(shop, feed)
  await runJob(shop)
  return entriesOf(await feedText(shop, `google-${feed.language}-${feed.country}`))
}
