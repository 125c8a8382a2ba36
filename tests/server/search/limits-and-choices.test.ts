import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
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
    ])
    .execute()
  const brand = { id: 'seagate', name: 'Seagate', slug: 'seagate', maker: '', eu_contact: '' }
  await shop.db.insertInto('brands').values(brand).execute()
  const parts = Object.entries(names).map(([id, [sv, en]], at) => ({
    ...record({ id, sv, en, sku: `ART-${at}`, popularity: 40, ...(brands[id] && { brand: brands[id] }) }),
    attributes: conditions[id] === undefined ? [] : [{ attribute_id: 'condition', value: conditions[id] }],
    main_category_id: null,
    category_ids: [],
  }))
  await shop.db.transaction().execute((trx) =>
    saveProducts(trx, parts, {
      kind: shop.kind,
      now: new Date('2026-01-01'),
      productPath: (language, slug) => `/${language}/${slug}`,
    }),
  )
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
])('what is denied is not listed: %s', async (query, ids) => {
  expect((await search(query)).ids.toSorted()).toEqual(ids.toSorted())
})

test('what is denied is said to be left out where all parts have it', async () => {
  const { ids, reading } = await search('12 tb seagate utan hårddisk')
  expect(ids).toEqual(['loud-drive'])
  expect(reading.dropped).toEqual(['utan hårddisk'])
})

test.each([
  ['processor 7800x3d eller 9800x3d', ['chip-78', 'chip-98']],
  ['7800x3d vs 9800x3d', ['chip-78', 'chip-98']],
  ['rx 6600 or rtx 3060', ['card-rtx', 'card-rx']],
  ['ddr4 eller ddr5 minne', ['memory-argb', 'memory-lit', 'memory-plain']],
])('either of two things is found: %s', async (query, ids) => {
  const { ids: found, reading } = await search(query)
  expect([found.toSorted(), reading.dropped]).toEqual([ids, []])
})

test.each([
  'kylare max 50 mm',
  'kylare max 50 mm hög',
  'cooler at most 50mm',
  'kylare minst 50mm',
  'kylare 50mm eller mer',
])('a limit that no filter has is left out as one: %s', async (query) => {
  const { ids, reading } = await search(query)
  expect(ids.toSorted()).toEqual(['cooler-155', 'cooler-47'])
  expect(reading.dropped).toEqual([query.replace(/^\w+ /, '').replace('50 mm', '50mm')])
})

test.each([
  ['gtx75oti', ['card-750']],
  ['grafikkort gtx75O ti', ['card-750']],
  ['2x16gb minne', ['pair']],
  ['minne 2x16', ['pair']],
  ['skruvar m2x3', ['screw']],
])('letters and digits are read as names have them: %s', async (query, ids) => {
  expect((await search(query)).ids).toEqual(ids)
})
