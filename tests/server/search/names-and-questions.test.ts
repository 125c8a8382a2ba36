import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { PostingCache } from '../../../src/server/search/posting-lists/posting-cache.ts'
import { withPlainAmounts } from '../../../src/server/search/reading/amount-notation.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { comparedTexts } from '../../../src/server/storefront/compared-pair.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'
import { record } from './a-catalogue.ts'

/** The Swedish names of parts; those that stand first are more popular. */
const names: Readonly<Record<string, string>> = {
  'red-drive': 'Disk Western Digital Red 2 TB',
  'blue-drive': 'Disk Western Digital Blue 2 TB',
  wolf: 'Disk Seagate IronWolf 2 TB',
  'atx-box': 'Låda ATX',
  'micro-box': 'Låda Micro-ATX',
  'mini-box': 'Låda Mini-ITX',
  'game-850': 'Aggregat GameMax 850 W',
  'game-650': 'Aggregat GameMax 650 W',
  rm: 'Aggregat RM850',
  rmx: 'Aggregat RM850x',
  'board-1200': 'Moderkort LGA1200',
  'board-1700': 'Moderkort LGA1700',
  'charger-a': 'Laddare USB-A 65 W',
  'charger-c': 'Laddare USB-C 65 W',
  'card-30': 'Grafik RTX 3060',
  'card-40': 'Grafik RTX 4060',
  ryzen: 'Processor Ryzen 7 7800X3D',
  'screen-14': 'Skärm 14 tum',
  'screen-15': 'Skärm 15 tum',
  'other-jack': 'Uttag 4.5 × 3.0 mm',
  jack: 'Uttag 5.5 × 2.5 mm',
  'ssd-3': 'SSD 4 TB PCIe 3.0',
  'ssd-4': 'SSD M.2 2 TB PCIe 4.0',
  'ryzen-1700': 'Processor Ryzen 7 1700',
  'ryzen-1200': 'Processor Ryzen 3 1200',
  'master-1200': 'Aggregat Cooler Master 1200',
  'sound-5': 'Ljudkort 5.1, PCIe',
  'sound-7': 'Ljudkort 7.1, PCIe',
  ears: 'Hörlurar Bluetooth 5.3 In-Ear',
  star: 'Mejsel Star T6',
  flat: 'Mejsel PH0',
  memory: 'Arbetsminne 16 GB',
  'wd-black': 'Skiva WD Black SN850X',
}

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase()
  await shop.db.insertInto('attributes').values({ id: 'form', unit: '', facet: 1, position: 1 }).execute()
  const forms = ['ATX', 'Micro-ATX', 'Mini-ITX'].map((label) => ({
    attribute_id: 'form',
    value: label,
    language: 'sv' as const,
    label,
  }))
  await shop.db.insertInto('attribute_value_texts').values(forms).execute()
  const brands = ['Seagate', 'Western Digital', 'GameMax'].map((name) => ({
    id: name,
    name,
    slug: name.toLowerCase().replace(' ', '-'),
    maker: '',
    eu_contact: '',
  }))
  await shop.db.insertInto('brands').values(brands).execute()
  const parts = Object.entries(names).map(([id, name], at) => ({
    ...record({ id, sv: name, en: name, sku: `ART-${at}`, popularity: 90 - at }),
    main_category_id: null,
    category_ids: [],
  }))
  await shop.db.transaction().execute((trx) => saveProducts(trx, parts, optionsAt(shop.kind, '2026-01-01')))
})
afterAll(() => shop.close())

const search = (query: string) => searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })

test.each([
  // Names of two words on both sides.
  ['wd red or seagate ironwolf', ['red-drive', 'wolf']],
  ['disk seagate eller western digital', ['blue-drive', 'red-drive', 'wolf']],
  ['disk western digital or seagate', ['blue-drive', 'red-drive', 'wolf']],
  ['micro atx or mini itx låda', ['micro-box', 'mini-box']],
  ['rtx 3060 vs rtx 4060', ['card-30', 'card-40']],
  ['grafik rtx 3060 vs 4060', ['card-30', 'card-40']],
  ['3060 vs rtx 4060', ['card-30', 'card-40']],
  ['jämför rtx 3060 och rtx 4060', ['card-30', 'card-40']],
  ['rtx 3060 jämfört med rtx 4060', ['card-30', 'card-40']],
  ['ljudkort 5.1 vs 7.1', ['sound-5', 'sound-7']],
  ['ljudkort 5,1 eller 7,1', ['sound-5', 'sound-7']],
  // A brand of two words is denied as a whole, and a series is called by a colour.
  ['disk utan western digital', ['wolf']],
  ['wd blå', ['blue-drive']],
  ['western digital röd', ['red-drive']],
  // What looks like a limit, a socket, or a model with spaces.
  ['game max 850w', ['game-850']],
  ['moderkort 1700', ['board-1700']],
  ['moderkort sockel 1700', ['board-1700']],
  // Numbers of sockets are those of other things, too.
  ['processor ryzen 7 1700', ['ryzen-1700']],
  ['ryzen 3 1200 processor', ['ryzen-1200']],
  ['cooler master 1200', ['master-1200']],
  ['moderkort lga 1700', ['board-1700']],
  ['rm 850 x', ['rmx']],
  ['moder kort lga 1200', ['board-1200']],
  ['ryzen 77800x3d', ['ryzen']],
  // Connectors and sizes.
  ['usb typ c laddare', ['charger-c']],
  ['laddare type-c', ['charger-c']],
  ['uttag 5.5x2.5', ['jack']],
  ['uttag 5,5*2,5mm', ['jack']],
  ['uttag 4.5x3.0 mm', ['other-jack']],
  ['uttag 4.5 x 3.0mm', ['other-jack']],
  ['hörlurar bluetooth 5.3 in-ear', ['ears']],
  ['jag behöver en m.2 ssd', ['ssd-4']],
  ['mejsel star', ['star']],
  ['vad står det för arbetsminne', ['memory']],
  ['how much arbetsminne do i need', ['memory']],
  ['hur mycket arbetsminne kan jag ha', ['memory']],
  ['skärm 14,0 tum', ['screen-14']],
  // As people say it.
  ['hej google sök efter laddare usb c', ['charger-c']],
  ['laddare usb c sextiofem watt', ['charger-c']],
  ['hur mycket ram kan moderkort 1700 ha', ['board-1700']],
  ['det står under min nya dator som startar seg och långsam och lat idag uttag 5.5x2.5', ['jack']],
])('"%s" finds %j', async (query, ids) => {
  const { ids: found, reading } = await search(query)
  expect([found.toSorted(), reading.dropped]).toEqual([ids, []])
})

test('a misspelt word beside a model with spaces is said to be corrected', async () => {
  const { ids, reading } = await search('wd blak sn 850x')
  expect([ids, reading.corrections]).toEqual([['wd-black'], [{ typed: 'blak', suggestions: ['black'] }]])
})

test('a long row of numbers in words takes no longer than others', () => {
  const began = performance.now()
  for (const row of ['sextio', 'femtio', 'sex tio ', 'femtioen']) expect(withPlainAmounts(row.repeat(60))).not.toBe('')
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('a search whose lists fail says so once', async () => {
  const failures: unknown[] = []
  const note = (reason: unknown) => failures.push(reason)
  process.on('unhandledRejection', note)
  const terms = Object.assign(new PostingCache(shop), { current: () => Promise.reject(new Error('gone')) })
  await expect(
    searchProducts({ ...shop, terms }, { query: 'disk', language: 'sv', limit: 1, offset: 0 }),
  ).rejects.toThrow('gone')
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(failures).toEqual([])
})

test('a number with decimals counts more than its digits apart', async () => {
  expect((await search('ssd pcie 4.0')).ids).toEqual(['ssd-4', 'ssd-3'])
})

test.each([
  ['sixty five watt charger', '65w charger'],
  ['thirty two gigs of ddr five', '32gb of ddr5'],
  ['två gånger sexton gigabyte', '2x16gb'],
  ['sjuhundrafemtio watt', '750w'],
  ['seven hundred and fifty watts', '750w'],
  ['en terabyte ssd', '1tb ssd'],
  ['ett åtta hundra femtio watts nätagg', '850w nätagg'],
  ['cat six cable ten meter', 'cat 6 cable 10m'],
  ['fans three pack', 'fans 3 pack'],
  ['ssd under femhundra kronor', 'ssd under 500 kronor'],
  ['ps 5 ssd', 'ps5 ssd'],
  ['minnen ddr 4', 'minnen ddr4'],
  ['2.5 in ssd', '2.5 tum ssd'],
  // No numbers of anything.
  ['one plus', 'one plus'],
  ['moderkort med två m.2 platser', 'moderkort med två m.2 platser'],
  ['moderkort med 4 m.2 platser', 'moderkort med 4 m.2 platser'],
  ['en m-atx låda', 'en m-atx låda'],
  ['ett x 570 moderkort', 'ett x 570 moderkort'],
  ['wifi en dator', 'wifi en dator'],
  ['usb 3.0 in black', 'usb 3.0 in black'],
  ['four five gb', 'four five gb'],
  ['2 in 1 usb hub', '2 in 1 usb hub'],
  ['sex', 'sex'],
])('"%s" is "%s" with digits', (text, plain) => {
  expect(withPlainAmounts(text)).toBe(plain)
})

test.each([
  ['rtx 3060 vs rtx 4060', ['rtx 3060', 'rtx 4060']],
  ['jämför 7800x3d och 9800x3d', ['7800x3d', '9800x3d']],
  ['samsung 990 pro versus wd sn850x', ['samsung 990 pro', 'wd sn850x']],
])('"%s" compares two things', (text, pair) => {
  expect(comparedTexts(text)[0]).toEqual(pair)
})

test('words that one side shares with the other are tried with it', () => {
  expect(comparedTexts('3060 vs 4060 asus')).toEqual([
    ['3060', '4060 asus'],
    ['3060 asus', '4060 asus'],
  ])
  expect(comparedTexts('ssd samsung 980 vs 990')).toEqual([
    ['ssd samsung 980', '990'],
    ['ssd samsung 980', 'ssd samsung 990'],
  ])
})

test.each(['psu corsair vs 550', 'rtx 3060', 'vs', 'compare prices'])('"%s" compares nothing', (text) => {
  expect(comparedTexts(text)).toEqual([])
})
