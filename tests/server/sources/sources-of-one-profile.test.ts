import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { up } from '../../../src/server/platform/db/migrations/0216-products-of-sources.ts'
import { importFiles } from '../../../src/tools/import/import-files.ts'
import { readArguments } from '../../../src/tools/import/read-arguments.ts'
import { setSettings } from '../../support/set-settings.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'
import { withOutput } from '../../tools/shop-commands.ts'
import { signedIn } from '../console/at-console.ts'
import { imported, uploaded } from '../console/import-screens.ts'
import { shopSays, writeSettled } from './sources-shop.ts'

const profile = {
  name: 'parts',
  match: ['parts*.csv'],
  id: ['article'],
  sku: { column: 'article' },
  texts: { en: { name: '{name}' }, sv: { name: '{name}' } },
  category: { en: ['Cables'], sv: ['Kablar'] },
  price: { column: 'price', currency: 'SEK', vat: 'inc' },
  stock: { column: 'stock' },
  missing: 'hide',
}
const ofSupplier = {
  name: 'offers',
  update: { sku: 'article' },
  supplier: 'acme',
  stock: { column: 'stock' },
  cost: { column: 'cost', currency: 'SEK' },
  missing: 'sold-out',
}

const feed = (articles: readonly string[]): string =>
  ['article,name,price,stock,cost', ...articles.map((at) => `${at},Cable ${at},100,7,40`), ''].join('\n')
const parts = (letter: string, count: number, without: readonly number[] = []): string[] =>
  Array.from({ length: count }, (_, at) => at)
    .filter((at) => !without.includes(at))
    .map((at) => `${letter}-${at}`)

async function shopWith(...sources: readonly string[]) {
  const shop = await freshShop()
  const folder = path.join(shop.env.SHOP_DATA, 'profiles')
  mkdirSync(folder, { recursive: true })
  for (const each of [profile, ofSupplier]) writeFileSync(path.join(folder, `${each.name}.json`), JSON.stringify(each))
  for (const id of sources) await addSource(shop, id)
  return shop
}

const fileOf = (shop: TestShop, id: string) => path.join(shop.env.SHOP_DATA, `${id}.csv`)

const addSource = (shop: TestShop, id: string, named = 'parts') =>
  setSettings(shop, [
    `sources.feeds.${id}`,
    { from: fileOf(shop, id), profile: named, schedule: 'daily at 03:30' },
  ] as const)

/** Runs a source whose file has these articles. */
async function run(shop: TestShop, id: string, articles: readonly string[]): Promise<string> {
  writeSettled(fileOf(shop, id), feed(articles))
  const { code, out, err } = await shopSays(shop, 'sources', 'run', id)
  expect(code, err).toBe(0)
  return out
}

/** `npm run shop -- import FILE --profile parts`. */
async function byCommand(shop: TestShop, articles: readonly string[], name = 'by-hand') {
  writeSettled(fileOf(shop, name), feed(articles))
  vi.stubEnv('SHOP_DATA', shop.env.SHOP_DATA)
  vi.stubEnv('DATABASE_URL', shop.env.DATABASE_URL ?? '')
  const wanted = readArguments([fileOf(shop, name), '--profile', 'parts'])
  if (wanted === undefined || typeof wanted === 'string') throw new Error(wanted)
  return withOutput(() => importFiles(wanted))
}

const hidden = async ({ db }: TestShop): Promise<string[]> =>
  (await db.selectFrom('products').select('sku').where('status', '=', 'draft').orderBy('sku').execute()).map(
    ({ sku }) => sku,
  )

const lastRun = async ({ db }: TestShop): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('catalog_imports')
        .select(({ fn }) => fn.max('run').as('run'))
        .executeTakeFirstOrThrow()
    ).run,
  )

test('two sources with one profile each miss their own products alone', async () => {
  await using shop = await shopWith('north', 'south')
  await run(shop, 'north', parts('N', 20))
  await run(shop, 'south', parts('S', 3))
  await run(shop, 'north', parts('N', 20))
  expect(await hidden(shop)).toEqual([])
  expect(await run(shop, 'north', parts('N', 20, [4]))).toContain('1 hidden and 0 sold out')
  expect(await hidden(shop)).toEqual(['N-4'])
  // Two of three are more than 20 %, although they are few among all products of the profile.
  writeSettled(fileOf(shop, 'south'), feed(parts('S', 1)))
  expect((await shopSays(shop, 'sources', 'run', 'south')).out).toContain("2 of the feed's 3 products")
  expect(await hidden(shop)).toEqual(['N-4'])
  await run(shop, 'north', parts('N', 20))
  expect(await hidden(shop)).toEqual([])
})

test('a product of two sources is missing when neither has it', async () => {
  await using shop = await shopWith('north', 'south')
  const both = [...parts('N', 10), 'B-1']
  await run(shop, 'north', both)
  await run(shop, 'south', [...parts('S', 10), 'B-1'])
  await run(shop, 'north', parts('N', 10))
  expect(await hidden(shop)).toEqual([])
  await run(shop, 'south', parts('S', 10))
  expect(await hidden(shop)).toEqual(['B-1'])
  await run(shop, 'north', both)
  expect(await hidden(shop)).toEqual([])
})

test('an import by hand and a source with its profile leave the products of each other alone', async () => {
  await using shop = await shopWith('north')
  await run(shop, 'north', parts('N', 20))
  expect(await byCommand(shop, parts('H', 5))).toMatchObject({ code: 0 })
  expect(await byCommand(shop, parts('H', 5, [2]))).toMatchObject({ code: 0 })
  expect(await hidden(shop)).toEqual(['H-2'])
  await run(shop, 'north', parts('N', 20, [1]))
  expect(await hidden(shop)).toEqual(['H-2', 'N-1'])
})

test('an upload of the console lists no products of a source as missing', async () => {
  await using shop = await shopWith('north')
  await run(shop, 'north', parts('N', 20))
  const who = await signedIn(shop, 'owner')
  const id = await uploaded(shop, who, feed(parts('U', 4)), 'parts.csv')
  const page = await imported(shop, who, id, { profile: 'parts', missing: 'hide' })
  expect(page.counts).toMatchObject({ created: 4, vanished: 0 })
  expect(await hidden(shop)).toEqual([])
})

test('the first run of a source takes over what was imported before, when its file has nearly all', async () => {
  await using shop = await shopWith()
  await byCommand(shop, parts('N', 20))
  await addSource(shop, 'north')
  await run(shop, 'north', [...parts('N', 20, [7]), ...parts('M', 5)])
  expect(await hidden(shop)).toEqual(['N-7'])
})

test('the first run of a source leaves a few products of another file alone', async () => {
  await using shop = await shopWith()
  await byCommand(shop, parts('H', 2))
  await addSource(shop, 'north')
  await run(shop, 'north', parts('N', 20))
  await run(shop, 'north', parts('N', 20, [1]))
  expect(await hidden(shop)).toEqual(['N-1'])
})

test('after an upgrade, two sources of one profile first say which products are theirs', async () => {
  await using shop = await shopWith('north', 'south')
  await run(shop, 'north', parts('N', 20))
  await run(shop, 'south', parts('S', 3))
  // Older versions noted no products of sources.
  await shop.db.schema.dropTable('source_products').execute()
  await up(shop.db as unknown as Kysely<unknown>, shop.kind)
  await run(shop, 'north', parts('N', 20))
  expect(await hidden(shop)).toEqual([])
  await run(shop, 'south', parts('S', 3))
  await run(shop, 'north', parts('N', 20, [0]))
  expect(await hidden(shop)).toEqual(['N-0'])
})

test('an import that is taken back leaves its source without the products that it found', async () => {
  await using shop = await shopWith('north', 'south')
  await run(shop, 'south', parts('S', 10))
  await run(shop, 'north', parts('N', 10))
  const rows = () =>
    shop.db.selectFrom('source_products').select(['product_id', 'source', 'run']).orderBy('product_id').execute()
  const before = await rows()
  await run(shop, 'north', [...parts('N', 10, [3]), ...parts('X', 2), 'S-1'])
  expect(await hidden(shop)).toEqual(['N-3'])
  await undoRun({ db: shop.db, kind: shop.kind, now: new Date() }, await lastRun(shop))
  expect(await hidden(shop)).toEqual([])
  expect(await rows()).toEqual(before)
  await run(shop, 'north', parts('N', 10, [3]))
  expect(await hidden(shop)).toEqual(['N-3'])
})

test('products of a source that is removed are missing like those imported by hand', async () => {
  await using shop = await shopWith('north', 'south')
  await run(shop, 'north', parts('N', 10))
  await setSettings(shop, ['sources.feeds.north', undefined])
  await byCommand(shop, parts('N', 10, [3]))
  expect(await hidden(shop)).toEqual(['N-3'])
})

test('two files of one supplier each sell out their own products alone', async () => {
  await using shop = await shopWith()
  await byCommand(shop, [...parts('N', 6), ...parts('S', 2)])
  for (const id of ['north', 'south']) await addSource(shop, id, 'offers')
  await run(shop, 'north', parts('N', 6))
  await run(shop, 'south', parts('S', 2))
  await run(shop, 'north', parts('N', 6, [5]))
  const offers = await shop.db
    .selectFrom('supplier_offers as o')
    .innerJoin('products as p', 'p.id', 'o.product_id')
    .select('p.sku')
    .where('o.stock', '=', 0)
    .execute()
  expect(offers).toEqual([{ sku: 'N-5' }])
})
