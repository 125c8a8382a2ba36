import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'
import { record } from './a-catalogue.ts'

const categories: Readonly<Record<string, readonly [string, string]>> = {
  processors: ['Processorer', 'Processors'],
  coolers: ['Processorkylare', 'CPU coolers'],
  drives: ['Enheter', 'Drives'],
  burners: ['DVD-enheter', 'DVD drives'],
  keyboards: ['Tangentbord', 'Keyboards'],
  boards: ['Moderkort', 'Motherboards'],
  fans: ['Chassifläktar', 'Case fans'],
  'wifi-cards': ['Wifi-kort', 'Wi-Fi cards'],
  cables: ['Kablar', 'Cables'],
}
/** Names of parts, all equally popular, with their categories. */
const parts: Readonly<Record<string, readonly [string, string]>> = {
  ryzen: ['processors', 'Ryzen 5 processor'],
  'gaming-cooler': ['coolers', 'Mars Gaming processor cooler'],
  'red-drive': ['drives', 'Hard disk Red, harddisk, 4 TB'],
  'small-drive': ['drives', 'SSD 2.5 inch'],
  'usb-drive': ['drives', 'External extern USB harddisk'],
  burner: ['burners', 'DVD 16x'],
  'red-keyboard': ['keyboards', 'Tangentbord keyboard, Gateron Red'],
  'blue-keyboard': ['keyboards', 'Tangentbord keyboard, Gateron Blue'],
  board: ['boards', 'Motherboard moderkort ATX'],
  fan: ['fans', 'Arctic F8 fläkt fan'],
  'wifi-board': ['boards', 'Motherboard moderkort Z790 WIFI'],
  cable: ['cables', 'Kabel svart, cable black'],
  'wifi-card': ['wifi-cards', 'Intel 7260 for PCIe'],
}

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase()
  const ids = Object.keys(categories)
  const rows = ids.map((id, position) => ({
    id,
    parent_id: null,
    position,
    main_menu: 1 as const,
    picture_id: null,
    uri: null,
    product_count: 1,
  }))
  await shop.db.insertInto('categories').values(rows).execute()
  const texts = ids.flatMap((id) =>
    (['sv', 'en'] as const).map((language, at) => ({
      category_id: id,
      language,
      name: categories[id]?.[at] ?? '',
      slug: id,
      path: id,
      description: '',
    })),
  )
  await shop.db.insertInto('category_texts').values(texts).execute()
  await shop.db.insertInto('attributes').values({ id: 'made-for', unit: '', facet: 1, position: 0 }).execute()
  const label = { attribute_id: 'made-for', value: 'gaming', language: 'sv' as const, label: 'Gaming' }
  await shop.db.insertInto('attribute_value_texts').values(label).execute()
  const records = Object.entries(parts).map(([id, [category, name]], at) => ({
    ...record({ id, sv: name, en: name, sku: `ART-${at}`, popularity: 40, category }),
    attributes: id === 'gaming-cooler' ? [{ attribute_id: 'made-for', value: 'gaming' }] : [],
  }))
  await shop.db.transaction().execute((trx) => saveProducts(trx, records, optionsAt(shop.kind, '2026-01-01')))
})
afterAll(() => shop.close())

const search = (query: string) => searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })

test.each([
  ['gaming processor', 'ryzen', ['gaming']],
  ['bästa processorn för spel', 'ryzen', ['spel']],
  ['cooler for the processor', 'gaming-cooler', []],
  ['extern dvdbrännare', 'burner', ['extern']],
  ['röda switchar', 'red-keyboard', []],
  ['blue switches', 'blue-keyboard', []],
  ['bygga en dator', 'board', []],
  ['my laptop is slow', 'small-drive', []],
  // A synonym names fans, but the word itself is the kind of coolers.
  ['kylare', 'gaming-cooler', []],
  ['trådlöst nätverkskort', 'wifi-card', []],
  // A word that has synonyms is known, and no misspelt "svart".
  ['scart kabel', 'cable', ['scart']],
])('"%s" finds %s first, and leaves out %j', async (query, id, dropped) => {
  const { ids, reading } = await search(query)
  expect([ids[0], reading.dropped]).toEqual([id, dropped])
})

test('a missing letter is no compound with a short word', async () => {
  const { ids, reading } = await search('hårdisk')
  expect(ids).toContain('red-drive')
  expect(reading.corrections).toEqual([{ typed: 'hardisk', suggestions: ['harddisk'] }])
})

test('the sign of inches is shown as it was typed', async () => {
  expect((await search('2.5" ssd')).reading.rest).toBe('2.5" ssd')
})
