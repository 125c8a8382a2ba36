import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { ProductCard } from '../../../src/contracts/catalog-pages/product-lists.ts'
import type { CurrencyCode } from '../../../src/domain/money/currencies.ts'
import { activeTiers, tierFor } from '../../../src/domain/money/price-tiers.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { brandPage } from '../../../src/server/catalog/listing/named-list-page.ts'
import { finishCatalog } from '../../../src/server/catalog/maintenance/finish-catalog.ts'
import { followCampaigns } from '../../../src/server/catalog/maintenance/follow-campaigns.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { productPath } from '../../support/fixture-catalogue.ts'
import { fixtureProducts } from '../../support/fixture-products.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'

/** The displayed unit price of a card, null without a price. */
const priceOf = ({ prices }: ProductCard): number | null => tierFor(activeTiers(prices), 1)?.p ?? null

const path = 'datordelar/skruvar'
const places: readonly (readonly [country: string, currency: CurrencyCode])[] = [
  ['SE', 'SEK'],
  ['SE', 'EUR'],
  ['FI', 'EUR'],
  ['NO', 'NOK'],
  ['GB', 'GBP'],
]

/** All cards of a listing, page by page. */
async function cardsOf(
  shop: Shop,
  where: Parameters<typeof swedish>,
  query: Record<string, string>,
  list: 'category' | 'brand' | 'search',
): Promise<ProductCard[]> {
  const cards: ProductCard[] = []
  for (let page = 1; ; page += 1) {
    const asked = listQuery.parse({ ...query, page: String(page) })
    const found =
      list === 'category'
        ? shownOf(await categoryPage(shop, swedish(...where), path, asked))
        : list === 'brand'
          ? shownOf(await brandPage(shop, swedish(...where), 'dell', asked))
          : shownOf(await searchPage(shop, swedish(...where), asked))
    cards.push(...(found?.page.listing.products ?? []))
    if (!found || page >= found.page.listing.page.pages) return cards
  }
}

function expectSorted(cards: readonly ProductCard[], sort: string, what: string): void {
  const prices = cards.map(priceOf)
  const worth = (price: number | null) => (price === null ? Infinity : sort === 'price_up' ? price : -price)
  expect(prices, what).toEqual(prices.toSorted((a, b) => worth(a) - worth(b) || 0))
}

/** Listings of all kinds in every currency and both directions are sorted by the prices on their cards. */
async function expectAllSorted(shop: Shop, cards: number): Promise<void> {
  for (const [country, code] of places) {
    expectSorted(
      await cardsOf(shop, [country, code], { sort: 'price_up', stock: 'in' }, 'category'),
      'price_up',
      `in stock, ${country} ${code}`,
    )
    expectSorted(
      await cardsOf(shop, [country, code], { sort: 'price_down' }, 'brand'),
      'price_down',
      `brand, ${country} ${code}`,
    )
    expectSorted(
      await cardsOf(shop, [country, code], { sort: 'price_up', q: 'screw' }, 'search'),
      'price_up',
      `search, ${country} ${code}`,
    )
    for (const sort of ['price_up', 'price_down']) {
      const whole = await cardsOf(shop, [country, code], { sort }, 'category')
      expect(whole).toHaveLength(cards)
      expectSorted(whole, sort, `${country} ${code} ${sort}`)
    }
  }
}

/** Screws with own prices in some currencies, in another order than in SEK; every eleventh has no base price. */
const crooked = fixtureProducts
  .filter(({ id }) => id.startsWith('screw-'))
  .map((record, at) => ({
    ...record,
    prices: [
      ...(at % 11 === 5 ? [] : record.prices),
      ...(at % 3 === 0 ? [{ currency: 'EUR' as const, min_quantity: 1, amount: 1 + ((at * 37) % 100) }] : []),
      ...(at % 4 === 1 ? [{ currency: 'NOK' as const, min_quantity: 1, amount: 100 + ((at * 53) % 1_000) }] : []),
    ],
  }))

async function crookedShop(clock = movableClock()) {
  const shop = await fixtureShop(clock)
  await shop.db.transaction().execute(async (trx) => {
    const { touched } = await saveProducts(trx, crooked, { kind: shop.kind, now: shop.now(), productPath })
    await finishCatalog(trx, { kind: shop.kind, now: shop.now() }, touched)
  })
  return shop
}

test("listings sorted by price follow the shopper's currency, its own price lists included", async () => {
  await using shop = await crookedShop()
  await expectAllSorted(shop, 30)
  const euros = await cardsOf(shop, ['SE', 'EUR'], { sort: 'price_up' }, 'category')
  expect(euros.map(({ product_id: id }) => id)).not.toEqual(
    (await cardsOf(shop, ['SE', 'SEK'], { sort: 'price_up' }, 'category')).map(({ product_id: id }) => id),
  )
})

test('an import that changes or removes a price or adds a part keeps the order', async () => {
  await using shop = await crookedShop()
  const changed = crooked.slice(0, 9).map((record, at) => ({
    ...record,
    prices:
      at % 2 === 0
        ? [{ currency: 'SEK' as const, min_quantity: 1, amount: 50 + at * 90 }]
        : record.prices.map((price) => ({ ...price, amount: price.amount * 3 })),
  }))
  const added = crooked.slice(9, 10).map((record) => ({
    ...record,
    id: 'screw-new',
    sku: 'SCREW-NEW',
    prices: [{ currency: 'EUR' as const, min_quantity: 1, amount: 77 }],
  }))
  await shop.db.transaction().execute(async (trx) => {
    const { touched } = await saveProducts(trx, [...changed, ...added], {
      kind: shop.kind,
      now: shop.now(),
      productPath,
    })
    await finishCatalog(trx, { kind: shop.kind, now: shop.now() }, touched)
  })
  await expectAllSorted(shop, 31)
})

test("a campaign's start or end, and a new exchange rate, update the order", async () => {
  const clock = movableClock()
  await using shop = await crookedShop(clock)
  const follow = followCampaigns(shop)
  await follow()
  const day = 24 * 3600
  const at = (days: number) => new Date(shop.now().getTime() + days * day * 1000).toISOString()
  await shop.db
    .insertInto('campaigns')
    .values({ id: 'screws', name: 'screws', starts_at: at(1), ends_at: at(3) })
    .execute()
  const reduced = crooked.slice(0, 20).map(({ id }, n) => ({
    campaign_id: 'screws',
    product_id: id,
    currency: n % 2 === 0 ? ('EUR' as const) : ('SEK' as const),
    min_quantity: 1,
    amount: 1 + ((n * 29) % 60),
  }))
  await shop.db.insertInto('campaign_prices').values(reduced).execute()
  await shop.db
    .insertInto('currency_rates')
    .values({ currency: 'EUR', per_sek_micro: 700_000, valid_from: at(5) })
    .execute()
  for (const days of [0, 2, 2, 2]) {
    clock.advance(days * day)
    await follow()
    await expectAllSorted(shop, 30)
  }
})
