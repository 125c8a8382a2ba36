import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexDevices } from '../../../src/server/catalog/devices/device-queries.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { readQuery } from '../../../src/server/search/reading/read-query.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'
import { aCatalogue, record } from './a-catalogue.ts'

let shop: TestDatabase
beforeAll(async () => {
  shop = await aCatalogue()
  await indexDevices(shop.db, shop.kind)
})
afterAll(() => shop.close())

const read = async (query: string) => {
  const found = await readQuery(shop, query)
  return found && [found.devices.map(({ id }) => id), found.parts.map(({ text }) => text).join(' ')]
}
const search = (query: string) => searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })

describe('a device in a query', () => {
  test.each([
    ['its whole name', 'batteri till Lenovo ThinkPad T480', ['t480'], 'batteri'],
    ['its model', 't480 batteri', ['t480'], 'batteri'],
    ['a device alone', 'thinkpad t480', ['t480'], ''],
    ['its type number', 'keyboard 20L5', ['t480'], 'keyboard'],
    ['a brand alone is a word', 'lenovo batteri', [], 'lenovo batteri'],
    ['an unknown model is a word', 'thinkpad x999 batteri', [], 'thinkpad x999 batteri'],
  ])('is read: %s', async (_, query, devices, rest) => {
    expect(await read(query)).toEqual([devices, rest])
  })

  test('narrows the search to parts that fit it', async () => {
    const { ids, reading } = await search('batteri till thinkpad t480')
    expect(ids).toEqual(['lenovo-battery'])
    expect(reading).toMatchObject({ deviceText: 'thinkpad t480', rest: 'batteri', dropped: [] })
  })

  test('is left out, and said to be, when no part for it has the words', async () => {
    const { ids, reading } = await search('minne till thinkpad t480')
    expect(ids.length).toBeGreaterThan(0)
    expect(reading.dropped).toEqual(['thinkpad t480'])
  })

  test('is words when the shopper chose a device, which stays chosen', async () => {
    const chosen = { language: 'sv', limit: 10, offset: 0, deviceIds: ['latitude'] } as const
    const { ids, reading } = await searchProducts(shop, { ...chosen, query: 'minne till thinkpad t480' })
    expect([ids, reading.devices]).toEqual([['screen'], []])
    const none = await searchProducts(shop, { ...chosen, query: 'keyboard backlight' })
    expect(none.ids.filter((id) => id === 'keyboard')).toEqual([])
  })

  test('gives way to a part number of the same text', async () => {
    expect((await search('01AV489')).ids).toEqual(['lenovo-battery'])
  })
})

describe('words', () => {
  test.each(['till batteri', 'batteri for', 'ett batteri', 'a batteri'])(
    'that say nothing are left out: "%s"',
    async (query) => {
      expect(await read(query)).toEqual([[], 'batteri'])
    },
  )

  test('that say nothing are all that is left: they are searched', async () => {
    expect(await read('till')).toEqual([[], 'till'])
  })

  test('that nothing has are left out, and said to be', async () => {
    const { ids, reading } = await search('keyboard backlight zzzzzz')
    expect([ids, reading.dropped]).toEqual([['keyboard'], ['zzzzzz']])
  })

  test('that nothing has together with the kind of part are left out', async () => {
    const { ids, reading } = await search('lenovo keyboard dell 451-BBZG')
    expect([ids, reading.dropped]).toEqual([['keyboard'], ['dell', '451-BBZG']])
  })

  test('that nothing has together: without a kind or brand, a number or most of the words must stay', async () => {
    expect((await search('lenovo 451-BBZG')).reading.dropped).toEqual(['lenovo'])
    expect((await search('lenovo gjknx')).reading.dropped).toEqual(['gjknx'])
    expect((await search('backlight laptoptangentbord gjknx')).reading.dropped).toEqual(['gjknx'])
    expect(await search('backlight gjknx')).toMatchObject({ ids: [], reading: { dropped: ['backlight', 'gjknx'] } })
    expect((await search('backlight gjknx')).reading.alone).toEqual(['backlight', 'gjknx'])
    expect((await search('backlight qqqq')).reading.alone).toEqual(['backlight'])
    expect(await search('zzzzzz 68wh')).toMatchObject({ ids: [], reading: { dropped: ['zzzzzz', '68wh'] } })
    expect((await search('zzzzzz 68')).ids).toEqual([])
    expect(await search('backlight gjknx qqqq wwww zzzz yyyy')).toMatchObject({ ids: [], total: 0 })
  })

  test('that nothing has may be misspelt: words like them are searched, and said', async () => {
    const { ids, reading } = await search('keybaord backlight')
    expect(ids).toEqual(['keyboard'])
    expect(reading).toMatchObject({ dropped: [], corrections: [{ typed: 'keybaord', suggestions: ['keyboard'] }] })
    expect((await search('keyboard backlight')).reading.corrections).toEqual([])
  })

  test('that only a correction knows are not all that is left of a text', async () => {
    expect(await search('kingstom qqqqq')).toMatchObject({ ids: [], reading: { dropped: ['kingstom', 'qqqqq'] } })
    expect((await search('tingston nemory')).ids).toEqual([])
    expect(await search('ceyboards qqqqq')).toMatchObject({ ids: [], reading: { dropped: ['ceyboards', 'qqqqq'] } })
    expect((await search('keybaords qqqqq')).ids).toEqual(['keyboard'])
    expect((await search('kingstom memroy')).ids).toEqual(['memory'])
    expect((await search('tingston memory')).ids).toEqual(['memory'])
    expect((await search('kingstom memory qqqqq')).reading.dropped).toEqual(['qqqqq'])
  })

  test.each(['FOO-999', 'zz-1001', 'ÅÄÖ-5480'])('of a number are not searched one by one: %s', async (query) => {
    expect(await search(query)).toMatchObject({ ids: [], total: 0, reading: { dropped: [query] } })
  })

  test.each([
    ['an inflection', 'batterierna lenovo'],
    ['the other language', 'lenovo ackumulator'],
  ])('find a part by %s: "%s"', async (_, query) => {
    expect((await search(query)).ids).toContain('lenovo-battery')
  })
})

describe('amounts', () => {
  test.each(['16 gb', '16gb', '16  GB'])('are one word: "%s"', async (query) => {
    expect((await search(`${query} minne`)).ids[0]).toBe('memory')
  })

  test.each([
    ['15.6"', '15.6 tum'],
    ['1 000 GB ssd', '1000GB ssd'],
    ['65 w', '65w'],
  ])('have one notation: %s', async (query, parts) => {
    expect(await read(query)).toEqual([[], parts])
  })
})

test('any text is read without an error', async () => {
  const word = oneof(
    constantFrom('batteri', 't480', 'till', '1 000 GB', '15,6"', 'power adapter', "'", '%', '"', '\u{10ffff}'),
    string(),
  )
  await assert(
    asyncProperty(array(word, { maxLength: 8 }), async (words) => {
      const query = words.join(' ')
      expect((await search(query)).total).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 150 },
  )
})

test('why somebody searches is left out before the device is', async () => {
  const kit = record({ id: 'kit', en: 'Battery upgrade', sv: 'Batteri, upgrade', category: 'batteries', sku: 'KIT-1' })
  await shop.db.transaction().execute((trx) => saveProducts(trx, [kit], optionsAt(shop.kind, '2026-01-02')))
  const { ids, reading } = await search('batteri upgrade thinkpad t480')
  expect([ids, reading.dropped]).toEqual([['lenovo-battery'], ['upgrade']])
})
