import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { feedServer } from './feed-server.ts'
import { results, runs, setSource, sourcesShop, tick, writeSettled } from './sources-shop.ts'

const feed = 'sku;price\nTXT-1;10\n'
const texts = (name: string): string => `sku;lang;title\nTXT-1;en;${name}\nTXT-1;sv;${name} på svenska\n`

/** A shop with a profile whose texts are in a file of their own. */
async function shopWithTexts() {
  const shop = await sourcesShop()
  const file = path.join(shop.env.SHOP_DATA, 'texts.csv')
  const profile = {
    name: 'with-texts',
    match: ['parts*.csv'],
    id: ['sku'],
    sku: { column: 'sku' },
    texts: { en: { name: '{sku}' }, sv: { name: '{sku}' } },
    category: { en: ['Parts'], sv: ['Delar'] },
    price: { column: 'price', currency: 'SEK', vat: 'inc' },
    textRows: { file, key: 'sku', language: { column: 'lang' }, name: 'title' },
  }
  const profiles = path.join(shop.env.SHOP_DATA, 'profiles')
  mkdirSync(profiles, { recursive: true })
  writeFileSync(path.join(profiles, 'with-texts.json'), JSON.stringify(profile))
  writeSettled(file, texts('Fan'))
  const name = async (): Promise<string> => {
    const row = await shop.db
      .selectFrom('product_texts as t')
      .innerJoin('products as p', 'p.id', 't.product_id')
      .select('t.name')
      .where('p.sku', '=', 'TXT-1')
      .where('t.language', '=', 'en')
      .executeTakeFirstOrThrow()
    return row.name
  }
  const next = async (seconds = 60): Promise<void> => {
    shop.clock.advance(seconds)
    await tick(shop)
  }
  return { ...shop, file, name, next }
}

test('a feed is imported again when its texts alone have changed, and not when they are written anew', async () => {
  await using shop = await shopWithTexts()
  const from = path.join(shop.env.SHOP_DATA, 'parts.csv')
  writeSettled(from, feed)
  await setSource(shop, { from, schedule: 'every 1 minute' })
  await tick(shop)
  expect([await results(shop), await shop.name()]).toEqual([['imported'], 'Fan'])
  writeSettled(shop.file, texts('Fan'))
  await shop.next()
  expect(await results(shop)).toEqual(['imported', 'unchanged'])
  writeSettled(shop.file, texts('Quiet fan'))
  await shop.next()
  expect([(await results(shop)).at(-1), await shop.name()]).toEqual(['imported', 'Quiet fan'])
  await shop.next()
  expect((await results(shop)).at(-1)).toBe('unchanged')
})

test('a server whose feed is the same is asked for it again when the texts have changed', async () => {
  await using shop = await shopWithTexts()
  await using server = await feedServer({ body: feed, etag: '"one"' })
  await setSource(shop, { from: `${server.origin}/parts.csv`, private: true, schedule: 'every 1 minute' })
  await tick(shop)
  await shop.next()
  expect(await results(shop)).toEqual(['imported', 'unchanged'])
  writeSettled(shop.file, texts('Loud fan'))
  await shop.next()
  await shop.next()
  expect(await results(shop)).toEqual(['imported', 'unchanged', 'imported', 'unchanged'])
  expect(await shop.name()).toBe('Loud fan')
})

test('texts that are being written wait, and those that are gone or broken fail until they are right', async () => {
  await using shop = await shopWithTexts()
  const from = path.join(shop.env.SHOP_DATA, 'parts.csv')
  writeSettled(from, feed)
  await setSource(shop, { from, schedule: 'every 1 minute' })
  await tick(shop)
  writeFileSync(shop.file, texts('Half'))
  const soon = new Date(Date.now() + 1_000)
  utimesSync(shop.file, soon, soon)
  await shop.next()
  expect([await results(shop), await shop.name()]).toEqual([['imported'], 'Fan'])
  rmSync(shop.file)
  await shop.next()
  expect((await runs(shop)).at(-1)).toMatchObject({
    result: 'failed',
    said: 'There is no file texts.csv with the texts, which the profile names.',
  })
  writeSettled(shop.file, 'sku;language\n')
  await shop.next()
  expect((await runs(shop)).at(-1)).toMatchObject({
    result: 'failed',
    said: 'The file with the texts has no column "lang".',
  })
  expect(await shop.name()).toBe('Fan')
  writeSettled(shop.file, texts('Whole'))
  await shop.next(5 * 60)
  expect([(await results(shop)).at(-1), await shop.name()]).toEqual(['imported', 'Whole'])
})
