import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { rebuildIndex } from '../../../src/server/search/rebuild-index.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { splits } from '../../../src/server/search/terms/split-words.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'
import { record } from './a-catalogue.ts'

/** Names as feeds of computer parts have them, all equally popular; the fans come first. */
const fans = Array.from({ length: 130 }, (_, at) => `Chassifläkt Valkyrie V${at}, 120 mm, Svart`)
const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fans.map((name, at) => [`a-fan-${at}`, name])),
  case: 'Chassi Antec C8, Svart',
  'gpu-70-ti': 'MSI, GeForce RTX 4070 Ti, 12 GB, Svart',
  'gpu-70': 'Asus DUAL OC EVO, GeForce RTX 4070, 12 GB, Svart',
  'gpu-78': 'Sapphire PURE, Radeon RX 7800 XT, 16 GB',
  'gpu-78-glued': 'PowerColor RX7800XT 16G-P',
  'gpu-60': 'Palit StormX, GeForce GTX 1660 SUPER, 6 GB',
  cpu: 'AMD Ryzen 5 5600X',
  'kit-64': 'Crucial Pro 64 GB (2 × 32 GB), DDR5, 6000 MT/s, CL40',
  'kit-32': 'Klevv FIT V 32 GB (2 × 16 GB), DDR5, 6000 MT/s, CL32',
  'kit-32-glued': 'GeIL Potenza 32GB (2x16GB) DDR4 3000',
  'kit-16': 'PNY XLR8 16 GB (2 × 8 GB), DDR5, 6000 MT/s, CL36',
  'one-32': 'Kingston ValueRAM 32 GB (1 × 32 GB), DDR5, 4800 MT/s, CL40',
  board: 'Moderkort Asus PRIME, LGA1700',
  'drive-500': 'Intern disk Crucial MX500, 500 GB, 2,5 tum',
  'drive-1000': 'Intern disk Crucial MX500, 1 TB, 2,5 tum',
  'psu-named': 'Nätaggregat Antec BRONZE, 650 W',
  'psu-priced': 'Nätaggregat SeaSonic Core, 650 W',
  writer: 'Optisk enhet LG WH14NS40, Blu-ray 12×, DVD 16×',
  cooler: 'Processorkylare EK Basic, 240 mm radiator',
  'case-screen': 'Jonsbo D41 Screen, Svart',
  'case-green': 'Vetroo Green M05',
  'cooler-myst': 'Silverstone Myst 360',
  garden: 'Logitech Golden Garden M317',
  'spade-begun': 'Spade Bronsa',
  'spade-named': 'Spade Brons 12',
  hub: 'Lamptron FC6',
  'hub-plain': 'NZXT Sentry 3',
}

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase()
  const { db } = shop
  await db
    .insertInto('attributes')
    .values(['pwm', 'efficiency'].map((id, position) => ({ id, unit: '', facet: 1 as const, position })))
    .execute()
  await db
    .insertInto('attribute_texts')
    .values([
      { attribute_id: 'pwm', language: 'en', name: 'PWM control' },
      { attribute_id: 'pwm', language: 'sv', name: 'PWM-styrning' },
    ])
    .execute()
  await db
    .insertInto('attribute_value_texts')
    .values({ attribute_id: 'efficiency', value: 'bronze', language: 'sv', label: 'Brons' })
    .execute()
  await db
    .transaction()
    .execute((trx) => saveProducts(trx, Object.entries(names).map(partOf), optionsAt(shop.kind, '2026-01-01')))
})
afterAll(() => shop.close())

function partOf([id, name]: [string, string], at: number): ProductRecord {
  const pwm = { hub: 'yes', 'hub-plain': 'no' }[id]
  const efficiency = { 'psu-named': 'bronze', 'psu-priced': 'bronze' }[id]
  return {
    ...record({ id, en: name, sv: name, sku: `ART-${at}`, popularity: 40 }),
    main_category_id: null,
    category_ids: [],
    prices: id === 'psu-priced' ? [{ currency: 'SEK', min_quantity: 1, amount: 99_900 }] : [],
    stock: { on_hand: 25, incoming_at: null },
    attributes: [
      ...(pwm === undefined ? [] : [{ attribute_id: 'pwm', value: pwm }]),
      ...(efficiency === undefined ? [] : [{ attribute_id: 'efficiency', value: efficiency }]),
    ],
  }
}

const search = (query: string) => searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })
const find = async (query: string) => (await search(query)).ids

describe('letters and digits written together', () => {
  test.each([
    ['rtx4070', ['gpu-70', 'gpu-70-ti']],
    ['RTX4070Ti', ['gpu-70-ti']],
    ['4070ti', ['gpu-70-ti']],
    ['rtx-4070', ['gpu-70', 'gpu-70-ti']],
    ['gtx1660super', ['gpu-60']],
    ['ryzen5600x', ['cpu']],
    ['asus rtx4070 svart', ['gpu-70']],
    ['rtx 4070', ['gpu-70', 'gpu-70-ti']],
    ['rtx 4070 ti', ['gpu-70-ti']],
    ['rx7800xt', ['gpu-78-glued', 'gpu-78']],
    ['moderkort lga 1700', ['board']],
  ])('are the words of a name: %s', async (query, ids) => {
    expect(await find(query)).toEqual(ids)
  })

  test('need no question whether they were meant', async () => {
    expect((await search('rtx4070ti')).reading).toMatchObject({ corrections: [], dropped: [] })
  })

  test.each(['rtx4090', 'xyz4070', 'ddr4070', 'r4070', 'a1b2c3d4e5'])(
    'are no parts of other names: %s',
    async (query) => {
      expect(await find(query)).toEqual([])
    },
  )

  test('are split where they meet, fewest words first, and rarely', () => {
    expect(splits('rtx4070ti')).toEqual([
      ['rtx', '4070ti'],
      ['rtx4070', 'ti'],
      ['rtx', '4070', 'ti'],
    ])
    expect(splits('5600x')).toEqual([])
    expect(splits('x3d')).toEqual([['x3', 'd']])
    expect([splits('keyboard'), splits('4070'), splits('a1b2c'), splits(''), splits('a-1')]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ])
  })
})

describe('several of an amount', () => {
  test.each(['2x16gb', '2 x 16 gb', '2×16GB', '2 x 16gb'])('are found in any notation: %s', async (query) => {
    expect((await find(query)).toSorted()).toEqual(['kit-32', 'kit-32-glued'])
  })

  test('are less than the whole', async () => {
    expect((await find('32gb ddr5')).slice(0, 2).toSorted()).toEqual(['kit-32', 'one-32'])
    expect((await find('ddr5 6000 32 gb'))[0]).toBe('kit-32')
    expect((await find('64gb ddr5'))[0]).toBe('kit-64')
  })
})

test.each([
  ['crucial mx500 500gb', 'drive-500'],
  ['crucial mx500 1 000 GB', 'drive-1000'],
  ['ddr5 6000 mhz 32gb', 'kit-32'],
  ['650 watt nätaggregat', 'psu-priced'],
])('amounts are read as shoppers write them: %s', async (query, id) => {
  expect((await find(query))[0]).toBe(id)
})

test('what can be bought comes before what has a word in its name that the other has as an attribute', async () => {
  expect(await find('650w bronze')).toEqual(['psu-priced', 'psu-named'])
})

test('a word in a name comes before its compounds, of which there are many', async () => {
  expect((await find('chassi svart'))[0]).toBe('case')
})

test.each([
  ['datorlåda svart', 'case'],
  ['pc chassi', 'case'],
  ['optisk läsare', 'writer'],
  ['blu-ray brännare', 'writer'],
  ['vattenkylning', 'cooler'],
  ['aio 240', 'cooler'],
])('words of shoppers find parts of feeds: %s', async (query, id) => {
  expect((await find(query))[0]).toBe(id)
})

describe('what the shop has none of', () => {
  test.each(['garden hose', 'headset brons', 'stol brons svart'])(
    'is not what a word beside it names: %s',
    async (query) => {
      expect(await find(query)).toEqual([])
    },
  )

  test('is found without a value of a filter that it has not', async () => {
    expect(await search('valkyrie brons')).toMatchObject({ total: 130, reading: { dropped: ['brons'] } })
  })
})

test('the maker of a graphics chip finds the cards of others', async () => {
  expect(await find('nvidia rtx 4070')).toEqual(['gpu-70', 'gpu-70-ti'])
  expect(await find('amd rx 7800 xt')).toEqual(['gpu-78'])
})

test('a value of a filter in a name comes before a word that begins with it', async () => {
  expect(await find('spade brons')).toEqual(['spade-named', 'spade-begun'])
})

describe('a wrong first letter', () => {
  test('is corrected only where no word begins as it was typed', async () => {
    expect(await search('sreen')).toMatchObject({
      ids: ['case-screen'],
      reading: { corrections: [{ suggestions: ['screen'] }] },
    })
    expect(await find('xamptron')).toEqual(['hub'])
  })

  test('makes another word of four letters', async () => {
    expect(await find('tyst')).toEqual([])
    expect(await find('mysst')).toEqual(['cooler-myst'])
  })
})

test('an attribute that says yes is found by its name', async () => {
  expect(await find('pwm')).toEqual(['hub'])
  expect(await find('lamptron pwm-styrning')).toEqual(['hub'])
})

test('documents that are made anew are found as before, in the same order', async () => {
  const before = await find('chassifläkt')
  expect(before.length).toBeGreaterThan(5)
  expect((await search('lamptron fc6 styrning')).reading.dropped).toEqual([])
  await shop.db.deleteFrom('attribute_texts').where('language', '=', 'sv').execute()
  expect(await rebuildIndex(shop.db, shop.kind)).toBe(Object.keys(names).length)
  expect(await find('chassifläkt')).toEqual(before)
  expect((await search('lamptron fc6 styrning')).reading.dropped).toEqual(['styrning'])
})
