import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'
import { record } from './a-catalogue.ts'

/** The names of parts, Swedish and English, all equally popular. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  'memory-lit': ['Minne 32 GB RGB DDR5', 'Memory 32 GB RGB DDR5'],
  'memory-argb': ['Minne 32 GB ARGB DDR5', 'Memory 32 GB ARGB DDR5'],
  'memory-plain': ['Minne 32 GB DDR4', 'Memory 32 GB DDR4'],
  pair: ['Minnespar 32 GB (2 × 16)', 'Memory pair 32 GB (2 × 16)'],
  'other-pair': ['Minnespar 16 GB (2 × 8)', 'Memory pair 16 GB (2 × 8)'],
  'own-charger': ['Laddare 65 W', 'Charger 65 W'],
  'other-charger': ['Laddare 45 W', 'Charger 45 W'],
  'cooler-47': ['Kylare 50 mm', 'Cooler 50 mm'],
  'cooler-155': ['Kylare 155 mm', 'Cooler 155 mm'],
  'chip-78': ['Processor 7800X3D', 'Processor 7800X3D'],
  'chip-98': ['Processor 9800X3D', 'Processor 9800X3D'],
  'card-rx': ['Grafikkort RX 6600', 'Graphics card RX 6600'],
  'card-rtx': ['Grafikkort RTX 3060', 'Graphics card RTX 3060'],
  'card-750': ['Grafikkort GTX 750 Ti', 'Graphics card GTX 750 Ti'],
  screw: ['Skruvar M2 × 3 mm', 'Screws M2 × 3 mm'],
  'long-screw': ['Skruvar M2 × 8 mm', 'Screws M2 × 8 mm'],
  'quiet-drive': ['Hårddisk 12 TB', 'Hard drive 12 TB'],
  'loud-drive': ['Hårddisk 12 TB', 'Hard drive 12 TB'],
  'series-550': ['Nätaggregat VS 550', 'Power unit VS 550'],
  'other-550': ['Nätaggregat CX 550', 'Power unit CX 550'],
  'screen-15': ['Bildskärm 15 tum', 'Screen 15 inch'],
  'max-screen': ['Bildskärm Pro Max 15 tum', 'Screen Pro Max 15 inch'],
  'wifi-card': ['Wifi-kort', 'Wifi card'],
  'sound-card': ['Ljudkort PCI Express', 'Sound card PCI Express'],
  'wireless-keyboard': ['Trådlös tavla', 'Wireless board'],
  screwdriver: ['Skruvmejsel', 'Screwdriver'],
  mouse: ['Mus', 'Mouse'],
  'wired-mouse': ['Mus med sladd', 'Mouse with cord'],
  'western-drive': ['Hårddisk 20 TB Western Digital', 'Hard drive 20 TB Western Digital'],
  'digital-drive': ['Hårddisk 20 TB Digital', 'Hard drive 20 TB Digital'],
  keyboard: ['Tangentbord', 'Keyboard'],
  bracket: ['Support till grafikkort', 'Graphics card support'],
  'max-cooler': ['Kylare MAX 240 mm', 'Cooler MAX 240 mm'],
}
const conditions: Readonly<Record<string, string>> = { 'own-charger': 'own', 'other-charger': 'other' }
const brands: Readonly<Record<string, string>> = { 'loud-drive': 'seagate' }

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase()
  await shop.db.insertInto('attributes').values({ id: 'condition', unit: '', facet: 1, position: 1 }).execute()
  const label = { attribute_id: 'condition', language: 'sv' as const }
  await shop.db
    .insertInto('attribute_value_texts')
    .values([
      { ...label, value: 'own', label: 'Ny, original' },
      { ...label, value: 'other', label: 'Ny, kompatibel' },
      { ...label, value: 'wireless', label: 'Trådlös' },
    ])
    .execute()
  const brand = { id: 'seagate', name: 'Seagate', slug: 'seagate', maker: '', eu_contact: '' }
  const western = { ...brand, id: 'western', name: 'Western Digital', slug: 'western-digital' }
  await shop.db.insertInto('brands').values([brand, western]).execute()
  const parts = Object.entries(names).map(([id, [sv, en]], at) => ({
    ...record({ id, sv, en, sku: `ART-${at}`, popularity: 40, ...(brands[id] && { brand: brands[id] }) }),
    attributes: conditions[id] === undefined ? [] : [{ attribute_id: 'condition', value: conditions[id] }],
    main_category_id: null,
    category_ids: [],
  }))
  await shop.db.transaction().execute((trx) => saveProducts(trx, parts, optionsAt(shop.kind, '2026-01-01')))
})
afterAll(() => shop.close())

const search = (query: string) => searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })

test.each([
  ['minne 32gb inte rgb', ['memory-plain', 'pair']],
  ['memory 32gb no rgb', ['memory-plain', 'pair']],
  ['minne 32gb ingen rgb', ['memory-plain', 'pair']],
  ['laddare inte original', ['other-charger']],
  ['charger that is not original', ['other-charger']],
  ['hard drive 12 tb not seagate', ['quiet-drive']],
  ['hårddisk 12 tb förutom seagate', ['quiet-drive']],
  ['fungerar inte seagate', ['loud-drive']],
  ['not seagate 12 tb hard drive', ['quiet-drive']],
  ['laddare inte 65w', ['other-charger']],
  ['charger that does not have 65 w', ['other-charger']],
  ['minne 32gb som inte har rgb', ['memory-plain', 'pair']],
  ["memory 32gb that doesn't have rgb", ['memory-plain', 'pair']],
  ['dator ingen wifi', ['wifi-card']],
  ['hard drive 20 tb not western digital', ['digital-drive']],
  ['hard drive 20 tb not wd', ['digital-drive']],
  ['hard drive not seagate or wd', ['digital-drive', 'quiet-drive']],
])('what is denied is not listed: %s', async (query, ids) => {
  expect((await search(query)).ids.toSorted()).toEqual(ids.toSorted())
})

test('what is denied and nothing has is not said to be left out', async () => {
  const { ids, reading } = await search('hårddisk 12 tb inte toshiba')
  expect(ids.toSorted()).toEqual(['loud-drive', 'quiet-drive'])
  expect(reading.dropped).toEqual([])
  expect((await search('Hårddisk 12 TB INTE Toshiba')).reading.dropped).toEqual([])
  expect((await search('toshiba hårddisk 12 tb')).reading.dropped).toEqual(['toshiba'])
  expect((await search('inte toshiba')).ids).toEqual([])
  expect((await search('no-such-mouse')).reading.dropped).not.toEqual([])
  expect((await search('dator som inte toshiba mus')).reading.dropped).not.toEqual([])
})

test('what is denied is said to be left out where all parts have it', async () => {
  const { ids, reading } = await search('12 tb seagate utan hårddisk')
  expect(ids).toEqual(['loud-drive'])
  expect(reading.dropped).toEqual(['utan hårddisk'])
  expect((await search('12 tb seagate inte seagate')).reading.dropped).toEqual(['inte seagate'])
})

test.each([
  ['processor 7800x3d eller 9800x3d', ['chip-78', 'chip-98']],
  ['7800x3d vs 9800x3d', ['chip-78', 'chip-98']],
  ['rx 6600 or rtx 3060', ['card-rtx', 'card-rx']],
  ['ddr4 eller ddr5 minne', ['memory-argb', 'memory-lit', 'memory-plain']],
  ['mouse or a keyboard', ['keyboard', 'mouse', 'wired-mouse']],
  ['mus eller ett tangentbord', ['keyboard', 'mouse', 'wired-mouse']],
  ['mus med eller utan sladd', ['mouse', 'wired-mouse']],
  ['rtx3060 or rx6600', ['card-rtx', 'card-rx']],
])('either of two things is found: %s', async (query, ids) => {
  const { ids: found, reading } = await search(query)
  expect([found.toSorted(), reading.dropped]).toEqual([ids, []])
})

test.each([
  ['nätaggregat vs 550', ['series-550'], []],
  ['bildskärm i5', [], ['bildskärm', 'i5']],
  ['laddare till min 65w', ['own-charger'], []],
  ['graphics card support', ['bracket'], []],
  ['bildskärm pro max 15 tum', ['max-screen'], []],
  ['laddare från 45w till 65w', ['other-charger'], ['65w']],
])('what only looks like a choice, a number or a limit is none: %s', async (query, ids, dropped) => {
  const { ids: found, reading } = await search(query)
  expect([found, reading.dropped]).toEqual([ids, dropped])
})

test.each([
  'kylare max 50 mm',
  'kylare max 50 mm hög',
  'cooler at most 50mm',
  'kylare minst 50mm',
  'kylare 50mm eller mer',
  'kylare max 240 mm',
])('a limit that no filter has is left out as one: %s', async (query) => {
  const { ids, reading } = await search(query)
  expect(ids.toSorted()).toEqual(['cooler-155', 'cooler-47', 'max-cooler'])
  expect(reading.dropped).toEqual([query.replace(/^\w+ /, '').replace(/0 mm/, '0mm')])
})

test.each([
  ['gtx75oti', ['card-750']],
  ['grafikkort gtx75O ti', ['card-750']],
  ['2x16gb minne', ['pair']],
  ['minne 2x16', ['pair']],
  ['skruvar m2x3', ['screw']],
  ['pci express ljudkort', ['sound-card']],
])('letters and digits are read as names have them: %s', async (query, ids) => {
  expect((await search(query)).ids).toEqual(ids)
})

test('half of a compound is left out as it was typed', async () => {
  const { ids, reading } = await search('trådlösskruvmejsel')
  expect([ids, reading.dropped]).toEqual([['screwdriver'], ['trådlös']])
})
