import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { quickOrderPage } from '../../../src/server/ordering/excel-order/order-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { pageOf as pageIn, shownOf } from '../../support/page-answer.ts'
import { requestOf } from '../identity/page-visit.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

/** Records that each of these parts was replaced by the next one. */
async function replace(shop: Shop, ...ids: readonly string[]): Promise<void> {
  const rows = ids.slice(1).map((related_id, at) => ({
    product_id: ids[at] ?? '',
    related_id,
    kind: 'successor' as const,
    position: 9,
    discount_percent: 0,
  }))
  await shop.db.insertInto('product_relations').values(rows).execute()
}

async function pageOf(shop: Shop, id: string) {
  const result = shownOf(await productPage(shop, swedish(), `${id}-del`))
  if (!result) throw new Error(`There is no product ${id}.`)
  return result
}

const successorOf = async (shop: Shop, id: string) => (await pageOf(shop, id)).page.successor?.product_id

test('the page of a replaced part shows its successor with price and stock, and is purged with it', async () => {
  await using shop = await fixtureShop()
  expect((await pageOf(shop, 'bat-out')).page).toMatchObject({ successor: null, product: { replaced_by: null } })
  await replace(shop, 'bat-out', 'bat')
  const { page, tags } = await pageOf(shop, 'bat-out')
  expect(page.successor).toMatchObject({ sku: 'BAT', slug: 'bat-del', stock_status: 'in_stock', orderable: true })
  expect(page.successor?.prices.n[0]).toEqual({ q: 1, p: 499 })
  expect(page.product.replaced_by).toEqual({ name: 'bat del', path: '/sv/produkt/bat-del' })
  expect(tags).toContain('product:bat')
  expect(await successorOf(shop, 'bat')).toBeUndefined()
})

test('a successor is not also an alternative', async () => {
  await using shop = await fixtureShop()
  await replace(shop, 'bat', 'bat-few')
  const { page } = await pageOf(shop, 'bat')
  expect(page).toMatchObject({ successor: { product_id: 'bat-few' }, alternatives: [] })
})

test('an alternative that is sold out and replaced is left out', async () => {
  await using shop = await fixtureShop()
  const alternatives = async () => (await pageOf(shop, 'bat')).page.alternatives.map((card) => card.product_id)
  await replace(shop, 'bat-few', 'bat')
  expect(await alternatives()).toEqual(['bat-few'])
  await shop.db.updateTable('stock').set({ on_hand: 0 }).where('product_id', '=', 'bat-few').execute()
  expect(await alternatives()).toEqual([])
})

test('of several replacements after each other the last that is sold counts, and a circle ends', async () => {
  await using shop = await fixtureShop()
  await replace(shop, 'bat-out', 'bat-coming', 'bat-draft', 'fan')
  expect(await successorOf(shop, 'bat-out')).toBe('fan')
  expect(await successorOf(shop, 'bat-coming')).toBe('fan')
  await shop.db.deleteFrom('product_relations').where('product_id', '=', 'bat-draft').execute()
  expect(await successorOf(shop, 'bat-out')).toBe('bat-coming')
  expect(await successorOf(shop, 'bat-coming')).toBeUndefined()
  await replace(shop, 'ram', 'fan', 'ram')
  expect([await successorOf(shop, 'ram'), await successorOf(shop, 'fan')]).toEqual(['fan', 'ram'])
  await replace(shop, 'paste', 'paste')
  await replace(shop, 'manual', 'no-such-part')
  expect([await successorOf(shop, 'paste'), await successorOf(shop, 'manual')]).toEqual([undefined, undefined])
})

test('a search that finds a replaced part names its successor', async () => {
  await using shop = await fixtureShop()
  await replace(shop, 'bat-out', 'bat')
  const found = shownOf(await searchPage(shop, swedish(), listQuery.parse({ q: 'BAT-OUT' })))?.page.listing.products
  const bySku = new Map(found?.map((card) => [card.sku, card.replaced_by]))
  expect(bySku.get('BAT-OUT')).toEqual({ name: 'bat del', path: '/sv/produkt/bat-del' })
})

test('the quick order offers the successor of a part that is sold out', async () => {
  await using shop = await fixtureShop()
  await replace(shop, 'bat-out', 'bat')
  await replace(shop, 'ram', 'fan')
  const form = { rows: 'BAT-OUT 2\nRAM 1\nBAT-COMING 1' }
  const answer = pageIn(await quickOrderPage(shop, await requestOf(shop, '/sv/snabborder', { form })))
  expect(answer?.result?.rows.map(({ sku, status, suggestions }) => [sku, status, suggestions])).toEqual([
    ['BAT-OUT', 'gone', [{ sku: 'BAT', name: 'bat del' }]],
    ['RAM', 'ok', []],
    ['BAT-COMING', 'gone', []],
  ])
})
