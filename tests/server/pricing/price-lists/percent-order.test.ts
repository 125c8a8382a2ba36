import { expect, test } from 'vitest'
import { listQuery } from '../../../../src/contracts/catalog-pages/list-query.ts'
import type { ProductCard } from '../../../../src/contracts/catalog-pages/product-lists.ts'
import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import { activeTiers, tierFor } from '../../../../src/domain/money/price-tiers.ts'
import { categoryPage } from '../../../../src/server/catalog/category-page.ts'
import { finishCatalog } from '../../../../src/server/catalog/maintenance/finish-catalog.ts'
import { followCampaigns } from '../../../../src/server/catalog/maintenance/follow-campaigns.ts'
import type { ProductRecord } from '../../../../src/server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../../../src/server/catalog/maintenance/save-products.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { agreedUnit, type AgreedRow } from '../../../oracle/agreed.ts'
import { campaignPrice, reduced, shopperPrice, tierOf } from '../../../oracle/prices.ts'
import { productPath } from '../../../support/fixture-catalogue.ts'
import { fixtureProducts } from '../../../support/fixture-products.ts'
import { shownOf } from '../../../support/page-answer.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop, movableClock, swedish } from '../../ordering/checkout/buyer.ts'
import { agree } from './agree.ts'

type Price = { readonly currency: CurrencyCode; readonly min_quantity: number; readonly amount: number }
type CampaignPrice = Price & { readonly product_id: string }
/** VAT rates are basis points; `sekMicro` is null for the shop's own currency. */
const places = [
  { country: 'SE', currency: 'SEK', sekMicro: null, rate: 2_500 },
  { country: 'FI', currency: 'EUR', sekMicro: 88_000, rate: 2_550 },
  { country: 'NO', currency: 'NOK', sekMicro: 1_030_000, rate: 0 },
] as const
const percents: Readonly<Record<string, number>> = { ten: 10, third: 33 }
const categories = ['ten', 'third', null] as const

const price = (amount: number, min_quantity = 1, currency: CurrencyCode = 'SEK'): Price => ({
  currency,
  min_quantity,
  amount,
})

/** Prices that lie close together, so that the percent, the campaign and the agreement decide, and many are equal. */
const screws = fixtureProducts
  .filter(({ id }) => id.startsWith('screw-'))
  .map((record, at) => ({
    ...record,
    discount_category: categories[at % 3] ?? null,
    prices: [
      price(1_000 + ((at * 7) % 5) * 33),
      ...(at % 2 === 0 ? [price(900 + ((at * 11) % 4) * 31, 5)] : []),
      ...(at % 7 === 3 ? [price(88 + (at % 4), 1, 'EUR')] : []),
    ],
  }))
const campaign: readonly CampaignPrice[] = screws.flatMap(({ id }, at) => [
  ...(at % 5 < 2 ? [{ ...price(850 + ((at * 13) % 6) * 29), product_id: id }] : []),
  // In euros the two prices of a product may be the same, and then there is no campaign.
  ...(at % 5 === 2 ? [{ ...price(999 + ((at * 7) % 5) * 33), product_id: id }] : []),
])
/** Net prices of one, of five, or of both: around what is paid with the percent and in the campaign. */
const agreements = screws.flatMap(({ id, sku }, at) => [
  ...(at % 4 < 2 ? [{ id, sku, quantity: 1, net: 500 + ((at * 17) % 9) * 37 }] : []),
  ...(at % 4 > 0 && at % 9 !== 0 ? [{ id, sku, quantity: 5, net: 440 + ((at * 19) % 7) * 41 }] : []),
])
const agreedRows: readonly AgreedRow[] = agreements.map(({ id, quantity, net }) => ({
  product_id: id,
  currency: 'SEK',
  min_quantity: quantity,
  net,
}))

async function save(shop: Shop, records: readonly ProductRecord[]): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const { touched } = await saveProducts(trx, records, { kind: shop.kind, now: shop.now(), productPath })
    await finishCatalog(trx, { kind: shop.kind, now: shop.now() }, touched)
  })
}

async function scene() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  const ends = new Date(shop.now().getTime() + 3_600_000).toISOString()
  await shop.db
    .insertInto('campaigns')
    .values({ id: 'screws', name: 'screws', starts_at: '2026-01-01T00:00:00.000Z', ends_at: ends })
    .execute()
  await shop.db
    .insertInto('campaign_prices')
    .values(campaign.map((row) => ({ ...row, campaign_id: 'screws' })))
    .execute()
  await save(shop, screws)
  await shop.db
    .insertInto('personal_discounts')
    .values(
      Object.entries(percents).map(([discount_category, percent]) => ({
        id: discount_category,
        customer_id: 'anna',
        organization_id: null,
        discount_category,
        percent,
      })),
    )
    .execute()
  const follow = followCampaigns(shop)
  await follow()
  await agree(shop, { customers: ['anna'] }, ...agreements.map((row) => [row.sku, row.quantity, row.net] as const))
  return { shop, clock, follow, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

type Place = (typeof places)[number]
type Offer = { prices: readonly Price[]; campaign: readonly Price[] }

/**
 * The price of one on a card, in minor units, after spec section 9 and decision 0148: at each quantity the lowest of
 * the campaign's price, else the usual one less the percent, and the agreed one. A card shows what is paid where an
 * agreed price counts at any quantity, and else the usual price: the percent is taken off in the cart.
 */
function oraclePrice(product: ProductRecord, { prices, campaign: offers }: Offer, place: Place): bigint {
  const { currency, sekMicro, rate } = place
  const tiers = (rows: readonly Price[]) => {
    const own = rows.filter((row) => row.currency === currency)
    return (own.length > 0 ? own : rows.filter((row) => row.currency === 'SEK')).map((row) => ({
      q: row.min_quantity,
      p: Number(shopperPrice(BigInt(row.amount), row.currency === currency ? null : sekMicro, rate)),
    }))
  }
  const [normal, reducedTiers] = [tiers(prices), tiers(offers)]
  const percent = percents[product.discount_category ?? ''] ?? 0
  const step = (quantity: number) => {
    const usual = BigInt(tierOf(normal, quantity)?.p ?? 0)
    const offered = BigInt(campaignPrice(normal, reducedTiers, quantity) ?? 0)
    const agreed = agreedUnit(agreedRows, product.id, { quantity, rate, buyer: { currency, sekMicro, rates: {} } })
    const paid = offered < usual ? offered : reduced(usual, percent)
    return { offered, paid, agreed, isAgreed: agreed !== undefined && agreed < paid }
  }
  const one = step(1)
  if (one.isAgreed) return one.agreed ?? 0n
  return [1, 5].some((quantity) => step(quantity).isAgreed) ? one.paid : one.offered
}

const shownPrice = ({ prices }: ProductCard): number => Math.round((tierFor(activeTiers(prices), 1)?.p ?? 0) * 100)

async function cardsOf(shop: Shop, { country, currency }: Place, query: Record<string, string>) {
  const cards: ProductCard[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const asked = listQuery.parse({ ...query, page: String(page) })
    const context = { ...swedish(country, currency), buyer: 'anna' }
    const found = shownOf(await categoryPage(shop, context, 'datordelar/skruvar', asked))
    cards.push(...(found?.page.listing.products ?? []))
    pages = found?.page.listing.page.pages ?? 0
  }
  return cards
}

type Goods = { products: readonly ProductRecord[]; campaign: readonly CampaignPrice[] }

/** The price that each card must show. */
function pricesIn(place: Place, goods: Goods): Map<string, number> {
  const offers = Map.groupBy(goods.campaign, (row) => row.product_id)
  return new Map(
    goods.products.map((product) => {
      const offer = { prices: product.prices, campaign: offers.get(product.id) ?? [] }
      return [product.id, Number(oraclePrice(product, offer, place))]
    }),
  )
}

const idsAndPrices = (cards: readonly ProductCard[]) =>
  cards.map((card) => [card.product_id, shownPrice(card)] as const)
const sum = (prices: Iterable<number>) => [...prices].reduce((total, one) => total + one, 0)

test('with a campaign, a percent and an agreement, lists are in the order of the prices on the cards', async () => {
  await using shown = await scene()
  for (const place of places) {
    const wanted = pricesIn(place, { products: screws, campaign })
    const inOrder = [...wanted.values()].toSorted((one, other) => one - other)
    for (const sort of ['price_up', 'price_down']) {
      const cards = idsAndPrices(await cardsOf(shown.shop, place, { sort }))
      const what = `${place.country} ${sort}`
      expect(new Map(cards), what).toEqual(wanted)
      const prices = cards.map(([, each]) => each)
      expect(prices, what).toEqual(sort === 'price_up' ? inOrder : inOrder.toReversed())
    }
  }
})

test('the filter of prices takes exactly those whose card shows a price within it', async () => {
  await using shown = await scene()
  for (const place of places.slice(0, 2)) {
    const wanted = pricesIn(place, { products: screws, campaign })
    const inOrder = [...new Set(wanted.values())].toSorted((one, other) => one - other)
    for (const at of [3, Math.floor(inOrder.length / 2)]) {
      const [from = 0, to = 0] = [inOrder[at], inOrder[at + 2]]
      // Prices in kronor from ten on are shown, and chosen, without öre.
      const query = `${(from / 100 + 0.001).toFixed(2)}..${(to / 100).toFixed(2)}`
      const found = idsAndPrices(await cardsOf(shown.shop, place, { price: query }))
      const within = [...wanted].filter(([, each]) => each >= from && each <= to)
      expect(new Map(found), `${place.country} ${query}`).toEqual(new Map(within))
    }
  }
})

test('the end of the campaign and a new price change the order with them', async () => {
  await using shown = await scene()
  const { shop, clock, follow } = shown
  const [place] = places
  const upwards = async () => idsAndPrices(await cardsOf(shop, place, { sort: 'price_up' }))
  const settled = async (goods: Goods) => {
    const wanted = pricesIn(place, goods)
    await expect.poll(async () => sum(new Map(await upwards()).values())).toBe(sum(wanted.values()))
    await expect
      .poll(async () => (await upwards()).map(([, each]) => each))
      .toEqual([...wanted.values()].toSorted((one, other) => one - other))
  }
  await settled({ products: screws, campaign })
  clock.advance(3_601)
  await follow()
  await settled({ products: screws, campaign: [] })
  const dearer = screws.map((record, at) =>
    at % 6 === 0 ? { ...record, prices: [price(1_500), ...record.prices.slice(1)] } : record,
  )
  await save(shop, dearer)
  await settled({ products: dearer, campaign: [] })
  const moved = dearer.map((record, at) => ({ ...record, discount_category: categories[(at + 1) % 3] ?? null }))
  await save(shop, moved)
  await settled({ products: moved, campaign: [] })
})
