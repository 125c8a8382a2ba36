import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { vi } from 'vitest'
import type { RunOptions } from '../../../src/server/catalog/sources/run-source.ts'
import { runDueSources } from '../../../src/server/jobs/run-due-sources.ts'
import type { Json } from '../../../src/server/platform/settings/setting-names.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { importHere } from '../../support/import-here.ts'
import { setSettings } from '../../support/set-settings.ts'
import { freshShop } from '../../support/test-shop.ts'
import { runCommand } from '../../tools/shop-commands.ts'
import { movableClock } from '../ordering/checkout/buyer.ts'

export const secret = 'a+secret/of=acme'
const profile = {
  name: 'acme',
  match: ['acme*.csv'],
  update: { sku: 'article' },
  price: { column: 'price', currency: 'SEK', vat: 'inc' },
}

/** A feed of prices for products of the fixture shop. */
export const prices = (rows: Readonly<Record<string, number>>): string =>
  ['article,price', ...Object.entries(rows).map((row) => row.join(',')), ''].join('\n')

/** The fixture shop with a profile for feeds of prices, and a clock that can be moved. */
export async function sourcesShop() {
  const clock = movableClock()
  const said: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void said.push(line) })
  const settings = { FEED_ACME: secret, OPERATOR_EMAIL: 'lager@delverk.example' }
  const shop = await freshShop({ seeded: true, now: clock.now, log, settings })
  const folder = path.join(shop.env.SHOP_DATA, 'profiles')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'acme.json'), JSON.stringify(profile))
  return { ...shop, clock, said }
}

export const setSource = (shop: Shop, source: Json) => setSettings(shop, ['sources.feeds.acme', source])

/** Runs the job once, as one of the shop's processes does. */
export async function tick(shop: Shop, more: Partial<RunOptions> = {}): Promise<void> {
  const stop = new AbortController().signal
  await runDueSources(shop, { importFile: importHere(shop.env), stop, ...more })
}

/** Writes a file that nobody has touched for a minute. */
export function writeSettled(file: string, text: string): void {
  writeFileSync(file, text)
  const then = new Date(Date.now() - 60_000)
  utimesSync(file, then, then)
}

export const runs = ({ db }: Shop) =>
  db.selectFrom('feed_source_runs').select(['result', 'said', 'said_reasons', 'report']).orderBy('id').execute()

export const results = async (shop: Shop) => (await runs(shop)).map(({ result }) => result)

export const lastSaid = async (shop: Shop) => (await runs(shop)).at(-1)?.said

/** What a fan costs in kronor, in öre. */
export const fanPrice = async ({ db }: Shop): Promise<number> =>
  (
    await db
      .selectFrom('prices as r')
      .innerJoin('products as p', 'p.id', 'r.product_id')
      .select('r.amount')
      .where('p.sku', '=', 'FAN')
      .where('r.currency', '=', 'SEK')
      .where('r.min_quantity', '=', 1)
      .executeTakeFirstOrThrow()
  ).amount

/** Removes what pages were purged so far, and returns the tags. */
export async function purgedTags({ db }: Shop): Promise<string[]> {
  const rows = await db.deleteFrom('invalidations').returning('tag').execute()
  return rows.map(({ tag }) => tag).toSorted()
}

/**
 * Carries out `npm run shop -- NAME …` in this process, which takes a tenth of one of its own; not at once with
 * another.
 */
export async function shopSays({ env }: Shop, name: 'sources' | 'settings' | 'feeds' | 'doctor', ...args: string[]) {
  vi.stubEnv('SHOP_DATA', env.SHOP_DATA)
  vi.stubEnv('DATABASE_URL', env.DATABASE_URL ?? '')
  vi.stubEnv('FEED_ACME', secret)
  return runCommand(name, ...args)
}

export const settingsSay = (shop: Shop, ...args: string[]) => shopSays(shop, 'settings', ...args)
