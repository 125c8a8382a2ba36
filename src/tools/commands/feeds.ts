import { addFeedRows, feedRows } from '../../server/catalog/product-feeds/feed-queries.ts'
import { feedLines, feedStates } from '../../server/catalog/product-feeds/feed-states.ts'
import { writeFeed } from '../../server/catalog/product-feeds/write-feed.ts'
import { ShopSettings } from '../../server/platform/settings/shop-settings.ts'
import { Turns } from '../../server/platform/turns.ts'
import { operatorCommand, OperatorError, type Answer, type Given, type OperatorShop } from '../operator-command.ts'
import { minuteOf, productCount, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- feeds <command> [options]

Files with all products for Google Merchant Center, Prisjakt and other comparison sites. The running shop writes them
every six hours. Which there are is a setting:

  npm run shop -- settings set productFeeds.files '[{"language":"sv","country":"SE","currency":"SEK"}]'

  list                where each is, when it was written, and what failed
  write [NAME]        writes all of them now, or one

  --json              output for programs
  --help              shows this text`

/** The `feeds` command of `npm run shop`. */
export const run = operatorCommand({ name: 'feeds', usage, commands: { list, write }, options: {} })

/** A feed that is not there, or could not be written. */
class ProductFeedError extends Error {
  override readonly name = 'ProductFeedError'
}

async function list({ db, env, now }: OperatorShop): Promise<Answer> {
  const settings = (await ShopSettings.open(db)).all
  const data = await feedLines(db, settings, { origin: env.ORIGIN, now: now() })
  if (data.length === 0) return { data, lines: ['No feed is set. (--help shows how to add one.)'] }
  const rows = data.map(({ name, currency, writtenAt, products, failed, address }) => [
    name,
    currency,
    writtenAt === null ? 'not yet' : minuteOf(writtenAt),
    String(products),
    failed ? failed.why : '',
    address,
  ])
  return { data, lines: textTable(['NAME', 'CURRENCY', 'WRITTEN', 'PRODUCTS', 'FAILED', 'ADDRESS'], rows) }
}

async function write(shop: OperatorShop, { words }: Given): Promise<Answer> {
  if (words.length > 1) throw new OperatorError('Name one feed, which "feeds list" shows, or none for all.')
  const settings = await ShopSettings.open(shop.db)
  const all = feedStates(settings.all, await feedRows(shop.db))
  const states = all.filter(({ row }) => words.length === 0 || words.includes(row.name))
  if (states.length === 0)
    throw new ProductFeedError(words[0] === undefined ? 'No feed is set.' : `There is no feed ${words[0]}.`)
  await addFeedRows(
    shop.db,
    states.flatMap(({ row, isNew }) => (isNew ? [row] : [])),
  )
  const data: object[] = []
  const lines: string[] = []
  for (const state of states) {
    const { name } = state.row
    const services = { ...shop, settings, reportDb: shop.db, turns: new Turns() }
    const outcome = await writeFeed(services, state, new AbortController().signal)
    if (!outcome) throw new ProductFeedError(`${name} is being written by another process.`)
    if (outcome.result === 'failed') throw new ProductFeedError(`${name}: ${outcome.said}`)
    data.push({ name, ...outcome })
    lines.push(`${name}: ${productCount(outcome.products)}, ${outcome.leftOut} left out, ${outcome.bytes} bytes.`)
  }
  return { data, lines }
}
