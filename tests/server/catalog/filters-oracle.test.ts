import { inject, test } from 'vitest'
import { headSorts, sorts } from '../../../src/contracts/catalog-pages/product-lists.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { cases } from '../../support/cases.ts'
import { aRecord } from '../import/a-record.ts'
import { bought, swedish } from '../ordering/checkout/buyer.ts'
import { expectRight, save, shopWith, type Asked } from './compare-lists.ts'
import {
  anyAttributes,
  anyCatalogue,
  anyPrices,
  anyProduct,
  dice,
  facetAttributes,
  freeUnits,
  pathsOf,
  priceOf,
  type Catalogue,
  type Dice,
} from './filter-oracle.ts'

const places = [
  ['SE', 'SEK'],
  ['SE', 'SEK'],
  ['SE', 'EUR'],
  ['FI', 'EUR'],
  ['DE', 'SEK'],
  ['NO', 'NOK'],
] as const

function anyRange({ chance, of, whole }: Dice, amounts: readonly number[]): string {
  const limit = () => {
    const amount = chance(0.8) ? of(amounts) : whole(0, 60_000)
    return chance(0.5) ? String(Math.round(amount / 100)) : (amount / 100).toFixed(2).replace('.00', '')
  }
  const one = limit()
  return of([`${one}..${limit()}`, `${one}..${limit()}`, `${one}..`, `..${one}`, `${one}..${one}`])
}

const oddFilters = [
  'shape:round',
  'form:mauve',
  'form:1..5',
  'memo:new',
  'memo:1..9',
  'energy:..',
  ':x',
  'form:',
  'cells',
]

function anyFilter(luck: Dice, { records }: Catalogue): string {
  const { chance, of, some } = luck
  const facts = records.filter((each) => each.status === 'published').flatMap((each) => each.attributes)
  const numeric = of(['energy', 'energy', 'cells'])
  const numbers = facts.filter((fact) => fact.attribute_id === numeric && fact.value !== 'unknown')
  const span = anyRange(
    luck,
    numbers.map(({ value }) => Number(value) * 100),
  ).replace(/\.00(?=\.\.|$)/g, '')
  const attribute = of(facetAttributes)
  const few = facts.filter((fact) => fact.attribute_id === attribute)
  return [
    ...(chance(0.6) ? some(chance(0.5) ? few : facts, 4).map((fact) => `${fact.attribute_id}:${fact.value}`) : []),
    ...(chance(0.35) ? [`${numeric}:${span}`] : []),
    ...(chance(0.15) ? some(oddFilters, 2) : []),
  ].join('~')
}

const attributeSorts = [...facetAttributes, 'memo', 'shape', '=brand'].flatMap((id) => [`${id}:asc`, `${id}:desc`])

function anyAsked(luck: Dice, catalogue: Catalogue): Asked {
  const { chance, of, some } = luck
  const language = of(['sv', 'sv', 'sv', 'en'] as const)
  const context = { ...swedish(...of(places)), language }
  const prices = catalogue.records.flatMap((record) => priceOf(catalogue, record, context) ?? [])
  const isEx = chance(0.3)
  const price = anyRange(
    luck,
    prices.map(({ exact, shown, ex }) => (isEx ? ex : of([exact, shown]))),
  )
  const brands = [...catalogue.brands.slice(0, 12), 'nobody', '']
  const query = {
    ...(chance(0.3) && { brand: some(brands, 4).join(',') }),
    ...(chance(0.65) && { filter: anyFilter(luck, catalogue) }),
    ...(chance(0.4) && { price: chance(0.05) ? of(['..', 'x..y', 'ex', '5', 'ex..']) : (isEx ? 'ex' : '') + price }),
    ...(chance(0.3) && { stock: chance(0.1) ? 'out' : 'in' }),
    ...(chance(0.8) && { sort: of([...sorts, ...headSorts, ...attributeSorts]) }),
  }
  return { path: of(pathsOf[language]), context, query }
}

/** The naive calculation is the same on both databases; SQLite answers more queries in the same time. */
const isQuick = inject('engine') === 'sqlite'

test.each([1, 2])('lists of the random catalogue %i are those of a naive calculation', async (seed) => {
  const luck = dice(seed)
  const catalogue = anyCatalogue(luck)
  await using shop = await shopWith(catalogue)
  for (let at = 0; at < cases(isQuick ? 150 : 50, 0.4); at += 1)
    await expectRight(shop, catalogue, anyAsked(luck, catalogue), `seed ${seed}, query ${at}`)
})

/** What an import may change; a variant's choices have prices and stock only. */
function anyChange(luck: Dice, record: ProductRecord, other: ProductRecord, reserved: number): Partial<ProductRecord> {
  const { status, type, parent_id, stock } = record
  const { category_ids, main_category_id, brand_id, texts } = other
  const own = type === 2 ? [{ popularity: 30 }] : [{ prices: anyPrices(luck) }]
  const facts = [{ attributes: anyAttributes(luck) }, { brand_id }, { texts }, { category_ids, main_category_id }]
  return luck.of<Partial<ProductRecord>>([
    { status: status === 'draft' ? 'published' : 'draft' },
    ...own,
    ...(parent_id === null ? facts : own),
    ...(stock ? [{ stock: { on_hand: reserved + luck.whole(0, 2), incoming_at: null } }] : []),
  ])
}

/** Sells out a product, or changes it by an import, which may add another. */
async function change(shop: Shop, catalogue: Catalogue, luck: Dice): Promise<string> {
  const { records, reserved, brands } = catalogue
  const record = luck.of(records)
  const { id, sku } = record
  const free = freeUnits(catalogue, record)
  const isSingle = record.type === 1 && record.parent_id === null && record.status === 'published'
  if (luck.chance(0.3) && isSingle && free > 0 && priceOf(catalogue, record, swedish())?.exact) {
    await bought(shop, [[sku, free]])
    reserved.set(id, (reserved.get(id) ?? 0) + free)
    return `${id} is sold out`
  }
  const other = anyProduct(luck, `new-${records.length}`, brands)
  const changed = anyChange(luck, record, other, reserved.get(id) ?? 0)
  records[records.indexOf(record)] = { ...record, ...changed }
  if (luck.chance(0.2)) records.push({ ...other, type: 1 })
  await save(shop, records)
  return `${id} has ${JSON.stringify(changed)}`
}

test.each([3])('each change of the random catalogue %i is seen by the next page', async (seed) => {
  const luck = dice(seed)
  const catalogue = anyCatalogue(luck)
  await using shop = await shopWith(catalogue)
  for (let at = 0; at < cases(isQuick ? 30 : 12, 0.5); at += 1) {
    const what = await change(shop, catalogue, luck)
    const plain = { path: 'kraft', context: swedish(), query: {} }
    for (const asked of [plain, anyAsked(luck, catalogue), anyAsked(luck, catalogue)])
      await expectRight(shop, catalogue, asked, `seed ${seed}, change ${at}, ${what}`)
  }
})

const sek = (amount: number): ProductRecord['prices'] => [{ currency: 'SEK', min_quantity: 1, amount }]
const withEuros = (amount: number): ProductRecord['prices'] => [
  ...sek(10_000),
  { currency: 'EUR', min_quantity: 1, amount },
]
const pack = (id: string, changes: Partial<ProductRecord> = {}): ProductRecord =>
  aRecord(id, { main_category_id: 'power', category_ids: ['power'], ...changes })
const small = (records: readonly ProductRecord[], brands = ['maker-0']): Catalogue => {
  return { records: [...records], brands, reserved: new Map(), campaign: new Map() }
}
const item = { product_id: 'item', quantity: 1 }
const variant = pack('variant', { type: 2, prices: [], stock: null })

test.each([
  [
    'a product of which only a draft choice is in stock cannot be sold',
    [variant, pack('choice', { parent_id: 'variant', status: 'draft' })],
    { stock: 'in' },
    ['SE', 'SEK'],
  ],
  [
    'a set can be sold while its items are in stock',
    [pack('item'), pack('set', { type: 3, stock: null, set_items: [item] })],
    { stock: 'in' },
    ['SE', 'SEK'],
  ],
  ['a price of 9.95 kr is not 10 kr', [pack('a', { prices: sek(995) })], { price: '10..20' }, ['SE', 'SEK']],
  [
    'a card with 0.88 euros says 0.70 ex VAT',
    [pack('a', { prices: sek(1_004) })],
    { price: 'ex..0.70' },
    ['SE', 'EUR'],
  ],
  [
    'a converted price is rounded to öre before it is shown in kronor',
    [pack('a', { prices: sek(21_376) })],
    { price: '..203' },
    ['DE', 'SEK'],
  ],
  [
    'prices abroad are in order where VAT classes differ at home',
    [pack('book', { prices: sek(50_000), vat_class: 'reduced' }), pack('fan', { prices: sek(51_000) })],
    { sort: 'price_down' },
    ['NO', 'NOK'],
  ],
] as const)('%s', async (_title, records, query, place) => {
  const catalogue = small(records)
  await using shop = await shopWith(catalogue)
  await expectRight(shop, catalogue, { path: 'kraft', context: swedish(...place), query }, 'a small shop')
})

test('a chosen brand that is not among the 40 most frequent has its count', async () => {
  const brands = Array.from({ length: 45 }, (_, at) => `maker-${at + 10}`)
  const catalogue = small(
    brands.map((brand_id) => pack(`of-${brand_id}`, { brand_id })),
    brands,
  )
  await using shop = await shopWith(catalogue)
  for (const brand of ['maker-10', 'maker-54'])
    await expectRight(shop, catalogue, { path: 'kraft', context: swedish(), query: { brand } }, 'many brands')
})

test.each([
  ['popularity', { popularity: 30 }, { sort: 'popular' }, ['SE', 'SEK']],
  ['name', { texts: pack('z').texts }, { sort: 'name' }, ['SE', 'SEK']],
  ['price in kronor', { prices: sek(30_000) }, { sort: 'price_up' }, ['SE', 'SEK']],
  ['first price in euros', { prices: withEuros(7_000) }, { sort: 'price_up' }, ['SE', 'EUR']],
  ['first price in euros within limits', { prices: withEuros(7_000) }, { price: '70..70' }, ['SE', 'EUR']],
] as const)('the next page is sorted by a changed %s', async (_what, changed, query, place) => {
  const records = [10_000, 20_000, 20_500].map((amount, at) =>
    pack(`p${at}`, { prices: sek(amount), popularity: 9 + at }),
  )
  const asked = { path: 'kraft', context: swedish(...place), query }
  const catalogue = small(records)
  await using shop = await shopWith(catalogue)
  await expectRight(shop, catalogue, asked, 'before')
  catalogue.records = records.map((record) => (record.id === 'p0' ? { ...record, ...changed } : record))
  await save(shop, catalogue.records)
  await expectRight(shop, catalogue, asked, 'after')
})
