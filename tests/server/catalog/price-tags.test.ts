import { expect, test } from 'vitest'
import { cartLineData } from '../../../src/features/listing/cart-line-data.ts'
import { priceTag } from '../../../src/features/listing/prices.ts'
import { readPricing } from '../../../src/server/catalog/pricing.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

async function productAt(shop: Shop, slug: string, context = swedish()) {
  const found = shownOf(await productPage(shop, context, slug))
  if (!found) throw new Error(`There is no product ${slug}.`)
  return found.page.product
}

test('a campaign price at or above the lowest of 30 days shows that lowest price and is not reduced', async () => {
  await using shop = await fixtureShop()
  expect(priceTag(await productAt(shop, 'sale-del'))).toMatchObject({
    tier: { p: 700, o: 800, d: 13 },
    isReduced: true,
    lowest: 800,
  })
  expect(priceTag(await productAt(shop, 'again-del'))).toMatchObject({
    tier: { p: 700 },
    isReduced: false,
    lowest: 650,
  })
  expect(priceTag(await productAt(shop, 'fan-del'))).toMatchObject({ tier: { p: 99 }, isReduced: false, lowest: null })
})

test("a tier's original price is its own normal price, not the price of one unit", async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('campaign_prices')
    .values({ campaign_id: 'june', product_id: 'tiered-sale', currency: 'SEK', min_quantity: 10, amount: 7_000 })
    .execute()
  expect((await productAt(shop, 'tiered-sale-del')).prices.c).toEqual([
    { q: 1, p: 90, o: 100, d: 10 },
    { q: 10, p: 70, o: 80, d: 13 },
  ])
})

test("a line is a campaign line only where a unit has the campaign's price", async () => {
  await using shop = await fixtureShop()
  const flags = await Promise.all(
    ['sale-del', 'again-del', 'bulk-sale-del', 'fan-del'].map(
      async (slug) => cartLineData(await productAt(shop, slug)).campaign,
    ),
  )
  expect(flags).toEqual([true, true, false, false])
})

test('Monaco has the VAT of France, and a VAT class keeps its stored price at home', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('vat_rates')
    .values([
      { country: 'FR', vat_class: 'standard', rate: 2_000, valid_from: '2014-01-01' },
      { country: 'FR', vat_class: 'reduced', rate: 550, valid_from: '2014-01-01' },
    ])
    .execute()
  const monaco = await readPricing(shop.db, swedish('MC'), shop.now())
  expect([monaco.rate('standard'), monaco.rate('reduced'), monaco.rate('voucher')]).toEqual([2_000, 550, 0])
  await shop.db.updateTable('products').set({ vat_class: 'reduced' }).where('id', '=', 'fan').execute()
  const costs = async (country: string) => (await productAt(shop, 'fan-del', swedish(country))).prices.n[0]?.p
  // 99 kr with the 6 % of Swedish books: 93.396 without, 98.53 with the French 5.5 %, 93.40 without VAT.
  expect([await costs('SE'), await costs('MC'), await costs('FR'), await costs('US')]).toEqual([99, 98.53, 98.53, 93.4])
})
