import { expect, test } from 'vitest'
import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import { insertInvalidations } from '../../../src/server/catalog/change-queries.ts'
import { changePrices, changeStock } from '../../../src/server/catalog/changes/change-goods.ts'
import { changeProduct } from '../../../src/server/catalog/changes/change-product.ts'
import { removeProduct } from '../../../src/server/catalog/changes/remove-product.ts'
import { productCards } from '../../../src/server/catalog/products/product-cards.ts'
import { createShop } from '../../../src/server/create-shop.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { homePage } from '../../../src/server/storefront/home-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { storeAgreements } from '../ordering/cart/agreed-carts.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'

const regions = [swedish(), swedish('NO', 'NOK'), swedish('DE', 'EUR'), swedish('FI', 'EUR'), defaultContext('en')]

async function shelvesOf(shop: Shop, context: ShoppingContext) {
  const { page, changesAt } = await homePage(shop, context)
  return { cards: [...page.campaign, ...page.popular, ...page.newest], changesAt }
}

/** Expects that the cards of the home page are those that are read from the database now, in every region. */
async function expectCurrentCards(shops: readonly Shop[]): Promise<void> {
  for (const shop of shops)
    for (const context of regions) {
      const { cards } = await shelvesOf(shop, context)
      const ids = cards.map((card) => card.product_id)
      expect(ids.length).toBeGreaterThan(5)
      expect(cards).toEqual((await productCards(shop.db, context, ids, shop.now())).cards)
    }
}

/** A card of the home page of Swedish shoppers. */
async function cardOf(shop: Shop, id: string) {
  const { cards } = await shelvesOf(shop, swedish())
  return cards.find((card) => card.product_id === id)
}

test('a changed price, stock, name and removal are on the home page at once, in every region and process', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const other = await createShop(shop.env, { log: shop.log, now: clock.now })
  const shops = [shop, other]
  await expectCurrentCards(shops)
  const id = 'screw-29'
  const before = await cardOf(shop, id)
  expect(before).toMatchObject({ orderable: true })
  const { sku } = before ?? { sku: '' }
  await changePrices(shop, [{ sku, prices: [{ currency: 'SEK', min_quantity: 1, amount: 98_700 }] }])
  await expectCurrentCards(shops)
  expect(await cardOf(other, id)).toMatchObject({ prices: { n: [{ q: 1, p: 987 }] } })
  await changeStock(shop, [{ sku, set: 0 }])
  await expectCurrentCards(shops)
  expect(await cardOf(other, id)).toMatchObject({ stock_status: 'out_of_stock', orderable: false })
  await changeProduct(other, id, { texts: { sv: { name: 'Nytt namn' } } })
  await expectCurrentCards(shops)
  expect(await cardOf(shop, id)).toMatchObject({ name: 'Nytt namn' })
  const how = { kind: shop.kind, now: clock.now() }
  expect(await shop.db.transaction().execute((trx) => removeProduct(trx, how, id))).toBeUndefined()
  await expectCurrentCards(shops)
  expect(await cardOf(other, id)).toBeUndefined()
  await other.close()
})

test('a campaign counts on kept cards from its first moment to its last', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const soon = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
  const shown = async () => (await cardOf(shop, 'screw-29'))?.prices.c
  const campaign = { id: 'short', name: 'Short', starts_at: soon(10), ends_at: soon(20) }
  await shop.db.insertInto('campaigns').values(campaign).execute()
  const price = { campaign_id: 'short', product_id: 'screw-29', currency: 'SEK' as const, min_quantity: 1, amount: 100 }
  await shop.db.insertInto('campaign_prices').values(price).execute()
  await shop.db.transaction().execute((trx) => insertInvalidations(trx, ['catalog'], soon(0)))
  expect(await shown()).toBeUndefined()
  expect((await shelvesOf(shop, swedish())).changesAt).toBe(soon(10))
  clock.advance(10)
  expect(await shown()).toMatchObject([{ q: 1, p: 1 }])
  await expectCurrentCards([shop])
  expect((await shelvesOf(shop, swedish())).changesAt).toBe(soon(10))
  clock.advance(9)
  expect(await shown()).toMatchObject([{ q: 1, p: 1 }])
  clock.advance(1)
  expect(await shown()).toBeUndefined()
  await expectCurrentCards([shop])
})

test('regions of a language share what cards say beside prices, until something changes', async () => {
  await using shop = await fixtureShop()
  const factsIn = async (context: ShoppingContext) => (await shelvesOf(shop, context)).cards.map((card) => card.facts)
  const [swedes, germans, english] = [
    await factsIn(swedish()),
    await factsIn(swedish('DE', 'EUR')),
    await factsIn(defaultContext('en')),
  ]
  expect(swedes.every((facts, at) => facts === germans[at])).toBe(true)
  expect(swedes.some((facts) => english.includes(facts))).toBe(false)
  await shop.db.transaction().execute((trx) => insertInvalidations(trx, ['product:fan'], shop.now().toISOString()))
  const later = await factsIn(swedish())
  expect(later).toEqual(swedes)
  expect(swedes.some((facts) => later.includes(facts))).toBe(false)
})

test('a customer sees the agreed prices on the home page, and nobody else does', async () => {
  await using shop = await fixtureShop()
  await storeAgreements(shop.db, 'somebody')
  const everybody = await shelvesOf(shop, swedish())
  const own = await shelvesOf(shop, { ...swedish(), buyer: 'somebody' })
  expect(own.cards.find((card) => card.product_id === 'bulk-sale')).toMatchObject({ agreed: true })
  expect(everybody.cards.some((card) => card.agreed)).toBe(false)
  expect((await shelvesOf(shop, swedish())).cards).toEqual(everybody.cards)
})
