import { expect, test } from 'vitest'
import { listQuery } from '../../../../src/contracts/catalog-pages/list-query.ts'
import type { ProductCard, ProductListing } from '../../../../src/contracts/catalog-pages/product-lists.ts'
import { activeTiers, tierFor } from '../../../../src/domain/money/price-tiers.ts'
import type { ShoppingContext } from '../../../../src/domain/places/shopping-context.ts'
import { categoryPage } from '../../../../src/server/catalog/category-page.ts'
import { devicePage } from '../../../../src/server/catalog/devices/device-page.ts'
import type { PageResult } from '../../../../src/server/platform/http/pages/page-result.ts'
import { setPriceRows } from '../../../../src/server/pricing/price-lists/change-rows.ts'
import { endPriceList } from '../../../../src/server/pricing/price-lists/edit-price-lists.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { searchPage } from '../../../../src/server/storefront/search-page.ts'
import { shownOf } from '../../../support/page-answer.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop, movableClock, swedish } from '../../ordering/checkout/buyer.ts'
import { agree, rowsOf } from './agree.ts'

const buyer: ShoppingContext = { ...swedish(), buyer: 'anna' }
const everybody = swedish()
const lists = ['laptopdelar', 'datordelar', 'datordelar/skruvar', 'search', 'device'] as const
type List = (typeof lists)[number]

const priceOf = ({ prices }: ProductCard): number | null => tierFor(activeTiers(prices), 1)?.p ?? null

async function shopOfAnna(clock = movableClock()) {
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  return shop
}

async function listing(shop: Shop, context: ShoppingContext, list: List, query: Record<string, string> = {}) {
  const asked = listQuery.parse({ ...query, ...(list === 'search' && { q: 'screw' }) })
  if (list === 'search') return shownListing(await searchPage(shop, context, asked))
  if (list === 'device') return shownListing(await devicePage(shop, context, 'dell-latitude-7490', asked))
  return shownListing(await categoryPage(shop, context, list, asked))
}

function shownListing(result: PageResult<{ listing: ProductListing | null }>): ProductListing {
  const { page } = shownOf(result) ?? {}
  if (!page?.listing) throw new Error('There is no list.')
  return page.listing
}

/** All cards of a list, page by page. */
async function cardsOf(shop: Shop, context: ShoppingContext, list: List, query: Record<string, string>) {
  const cards: ProductCard[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { products, page: at } = await listing(shop, context, list, { ...query, page: String(page) })
    cards.push(...products)
    pages = at.pages
  }
  return cards
}

/** Prices below, above and between the usual ones, of variants and of a product that nobody else can buy. */
const agreements = [
  ...Array.from(
    { length: 20 },
    (_, at) => [`SCREW-${String(at + 8)}`.replace(/-(\d)$/, '-0$1'), 1, 77 * (21 - at)] as const,
  ),
  ['BAT', 1, 5_003],
  ['BAT-FEW', 5, 100],
  ['BAT-UNPRICED', 1, 20_001],
  ['FAN', 1, 99_999],
  ['KIT', 1, 1_001],
  ['MANUAL', 1, 3_333],
  ['SALE', 1, 120],
] as const

const orderOf = (cards: readonly ProductCard[]) => cards.map(({ sku }) => sku)
const priceFacet = ({ facets }: ProductListing) => facets.find(({ id }) => id === 'price')

test('lists are sorted by what the buyer pays, page by page, and those of everybody as before', async () => {
  await using shop = await shopOfAnna()
  const before = new Map<string, string[]>()
  for (const list of lists)
    for (const sort of ['price_up', 'price_down'])
      before.set(list + sort, orderOf(await cardsOf(shop, everybody, list, { sort })))
  await agree(shop, { customers: ['anna'] }, ...agreements)
  for (const list of lists)
    for (const sort of ['price_up', 'price_down']) {
      const cards = await cardsOf(shop, buyer, list, { sort })
      expect(orderOf(cards).toSorted()).toEqual(before.get(list + sort)?.toSorted())
      const worth = (price: number | null) => (price === null ? Infinity : sort === 'price_up' ? price : -price)
      const prices = cards.map(priceOf)
      expect(prices, `${list} ${sort}`).toEqual(prices.toSorted((one, other) => worth(one) - worth(other) || 0))
      expect(orderOf(await cardsOf(shop, everybody, list, { sort }))).toEqual(before.get(list + sort))
    }
  expect(orderOf(await cardsOf(shop, buyer, 'datordelar/skruvar', { sort: 'price_up' }))).not.toEqual(
    before.get('datordelar/skruvarprice_up'),
  )
})

test('the filter and the bars of prices are those of what the buyer pays, with and without VAT', async () => {
  await using shop = await shopOfAnna()
  await agree(shop, { customers: ['anna'] }, ...agreements)
  for (const list of lists) {
    const cards = await cardsOf(shop, buyer, list, {})
    for (const [from, to] of [
      [1.01, 11.99],
      [12.01, 59.99],
      [60.01, 500.01],
    ] as const) {
      const wanted = cards.filter((card) => (priceOf(card) ?? 0) >= from && (priceOf(card) ?? 0) <= to)
      const found = await cardsOf(shop, buyer, list, { price: `${from}..${to}` })
      expect(orderOf(found), `${list} ${from}..${to}`).toEqual(orderOf(wanted))
    }
    const shown = cards.flatMap((card) => priceOf(card) ?? [])
    const [inc] = priceFacet(await listing(shop, buyer, list))?.ranges ?? []
    if (!inc) continue
    expect([inc.least, inc.most]).toEqual([Math.floor(Math.min(...shown)), Math.ceil(Math.max(...shown))])
    expect(inc.bars.reduce((sum, { count }) => sum + count, 0)).toBe(shown.length)
  }
  // The usual price is 27.00 with VAT.
  const exVat = await cardsOf(shop, buyer, 'datordelar/skruvar', { price: 'ex1.54..1.54' })
  expect(orderOf(exVat)).toEqual(['SCREW-27'])
})

test('somebody else has the filter and the bars of everybody, also after a buyer', async () => {
  await using shop = await shopOfAnna()
  const other: ShoppingContext = { ...everybody, buyer: 'other' }
  const before = priceFacet(await listing(shop, everybody, 'datordelar'))
  await agree(shop, { customers: ['anna'] }, ...agreements)
  expect(priceFacet(await listing(shop, buyer, 'datordelar'))).not.toEqual(before)
  for (const context of [everybody, other])
    expect(priceFacet(await listing(shop, context, 'datordelar'))).toEqual(before)
})

test('a product that only the buyer can buy counts as in stock for the buyer', async () => {
  await using shop = await shopOfAnna()
  await agree(shop, { customers: ['anna'] }, ['BAT-UNPRICED', 1, 20_001])
  const stocked = async (context: ShoppingContext) =>
    orderOf(await cardsOf(shop, context, 'laptopdelar', { stock: 'in' })).includes('BAT-UNPRICED')
  expect([await stocked(buyer), await stocked(everybody), await stocked(buyer)]).toEqual([true, false, true])
})

test('a changed row, a new list and the end of one count with the next page', async () => {
  const clock = movableClock()
  await using shop = await shopOfAnna(clock)
  const first = async () => (await listing(shop, buyer, 'datordelar/skruvar', { sort: 'price_down' })).products[0]?.sku
  const usual = await first()
  const id = await agree(shop, { customers: ['anna'] }, [usual ?? '', 1, 1])
  expect(await first()).not.toBe(usual)
  await setPriceRows(shop, id, { rows: rowsOf([usual ?? '', 1, 2_399]), replaces: true, actor: 'test' })
  expect(await first()).toBe(usual)
  const second = await agree(shop, { customers: ['anna'] }, [usual ?? '', 1, 3])
  expect(await first()).not.toBe(usual)
  clock.advance(1)
  await endPriceList(shop, second)
  clock.advance(1)
  expect(await first()).toBe(usual)
})

test('prices in another currency are sorted as they are converted and taxed', async () => {
  await using shop = await shopOfAnna()
  await agree(shop, { customers: ['anna'] }, ...agreements)
  await agree(shop, { customers: ['anna'], currency: 'EUR' }, ['SCREW-25', 1, 1], ['SCREW-05', 1, 9], ['FAN', 1, 5])
  for (const [country, code] of [
    ['FI', 'EUR'],
    ['NO', 'NOK'],
  ] as const)
    for (const list of ['datordelar', 'datordelar/skruvar'] as const) {
      const context = { ...swedish(country, code), buyer: 'anna' }
      const prices = (await cardsOf(shop, context, list, { sort: 'price_up' })).flatMap((card) => priceOf(card) ?? [])
      expect(prices, `${country} ${list}`).toEqual(prices.toSorted((one, other) => one - other))
    }
})

test('a card tells the own price of one and the usual one, only where it is lower', async () => {
  await using shop = await shopOfAnna()
  await agree(shop, { customers: ['anna'] }, ...agreements)
  const cards = await cardsOf(shop, buyer, 'laptopdelar', {})
  const told = (sku: string) => cards.find((card) => card.sku === sku)?.own
  expect([told('BAT'), told('BAT-UNPRICED'), told('BAT-FEW')]).toEqual([{ usual: 499 }, { usual: null }, undefined])
  expect((await cardsOf(shop, everybody, 'laptopdelar', {})).filter(({ own }) => own)).toEqual([])
})
