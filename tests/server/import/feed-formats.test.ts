import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../support/test-database.ts'
import { feedFile, importFixture } from './import-fixture.ts'
import { product, withFeed } from './imported-product.ts'

test('text is read in its encoding', async () => {
  await using shop = await freshDatabase()
  const report = await importFixture(shop, 'fans-latin1.csv')
  expect(report.notes.map(({ reason }) => reason)).toEqual([
    'The file is not valid UTF-8 and was read as Windows-1252: look at letters such as å, ä and ö.',
    'New categories (2): Cooling, Cooling / Test fans',
  ])
  expect((await product(shop, 'L-1')).texts[1]?.name).toBe('Köldskydd för åska, 120 mm')
  expect(await importFixture(shop, 'fans-bom.csv')).toMatchObject({ created: 1, notes: [] })
  expect((await product(shop, 'B-1')).texts[1]?.name).toBe('Byteordning Å, 120 mm')
})

test.each([
  ['fans-unclosed.csv', 'a quotation mark is opened and never closed'],
  ['fans-wrong-delimiter.csv', 'The feed has no column'],
  ['fans-missing.csv', 'The feed has no column "price"'],
  ['no-such-file.csv', 'There is no such file.'],
])('%s is rejected as a whole', async (name, sentence) => {
  await using shop = await freshDatabase()
  const report = await importFixture(shop, name)
  expect(report.error).toContain(sentence)
  expect(report).toMatchObject({ created: 0, changed: 0, unchanged: 0 })
  expect(await shop.db.selectFrom('products').selectAll().execute()).toEqual([])
})

test('a JSON feed is an array or has products', async () => {
  await using shop = await freshDatabase()
  const report = await importFixture(shop, 'fans.json')
  expect(report).toMatchObject({ rows: 3, created: 2, rejected: 1, error: null })
  expect(report.rejections).toMatchObject([{ row: 4, column: null, reason: 'The item is not an object.' }])
  const fan = await product(shop, 'J-1')
  expect(fan.prices[0]).toEqual({ currency: 'EUR', min_quantity: 1, amount: 1_313 })
  expect(fan.attributes.filter(({ attribute_id: id }) => id === 'colour').map(({ value }) => value)).toEqual([
    'black',
    'white',
  ])
  const { products } = JSON.parse(readFileSync(feedFile('fans.json'), 'utf8')) as { products: unknown[] }
  await withFeed(
    JSON.stringify(products),
    async (file) => {
      expect(await importFixture(shop, file)).toMatchObject({ created: 0, unchanged: 2 })
    },
    'fans.json',
  )
  await withFeed(
    '[{"article": "X"',
    async (file) => {
      expect((await importFixture(shop, file)).error).toContain('not valid JSON')
    },
    'fans.json',
  )
})

test('the first sheet of a workbook is read; its numbers need no separators', async () => {
  await using shop = await freshDatabase()
  const report = await importFixture(shop, 'fans.xlsx')
  expect(report).toMatchObject({ rows: 2, created: 1, rejected: 1, error: null })
  expect(report.rejections[0]).toMatchObject({ row: 3, column: 'name' })
  const fan = await product(shop, 'X-1')
  expect(fan.prices[0]).toEqual({ currency: 'EUR', min_quantity: 1, amount: 154_313 })
  expect(fan.texts[1]?.name).toBe('Excel fläkt, 120 mm, Svart / Vit')
  expect(fan.row.weight_grams).toBe(250)
})

test('a workbook that would unpack to too much is rejected before unpacking', async () => {
  await using shop = await freshDatabase()
  const zip = readFileSync(feedFile('fans.xlsx'))
  const directoryEntry = zip.indexOf('PK\u0001\u0002', 'latin1')
  zip.writeUInt32LE(900_000_000, directoryEntry + 24)
  await withFeed(
    zip,
    async (file) => {
      expect((await importFixture(shop, file)).error).toContain('unpacks to more than')
    },
    'fans.xlsx',
  )
})

test('an invalid workbook is rejected', async () => {
  await using shop = await freshDatabase()
  await withFeed(
    'not a zip file',
    async (file) => {
      expect((await importFixture(shop, file)).error).toBe('The file is not a readable .xlsx workbook.')
    },
    'fans.xlsx',
  )
})

test('a number with an unknown unit is reported by row and column, and the rest of its product counts', async () => {
  await using shop = await freshDatabase()
  const text = readFileSync(feedFile('fans.csv'), 'utf8').replace(';0,18;120;', ';0,18;120 furlong;')
  await withFeed(text, async (file) => {
    const report = await importFixture(shop, file, { maxRejected: { percent: 40 } })
    expect(report).toMatchObject({ created: 3, rejected: 0, error: null })
    expect(report.unread).toMatchObject([{ row: 2, column: 'mm', reason: expect.stringContaining('120 furlong') }])
  })
  const attributes = (await product(shop, 'F-1')).attributes.map(({ attribute_id: id }) => id)
  expect(attributes).not.toContain('diameter')
  expect(attributes).toContain('colour')
})
