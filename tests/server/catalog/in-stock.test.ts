import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { CurrencyCode } from '../../../src/domain/money/currencies.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

async function inStock(shop: Shop, currency: CurrencyCode) {
  const read = async (query: Record<string, string>) => {
    const context = swedish('SE', currency)
    const found = shownOf(await categoryPage(shop, context, 'laptopdelar/batterier', listQuery.parse(query)))
    if (!found) throw new Error('There is no such page.')
    return found.page.listing
  }
  const [all, chosen] = [await read({}), await read({ stock: 'in' })]
  const count = all.facets.find(({ id }) => id === 'stock')?.values[0]?.count
  return { count, products: chosen.products.map((product) => product.product_id).toSorted() }
}

test('"in stock" leaves out and does not count what has no price in the shown currency', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 9, reserved: 0 }).where('product_id', '=', 'bat-unpriced').execute()
  const own = { product_id: 'bat-unpriced', currency: 'GBP' } as const
  await shop.db
    .insertInto('prices')
    .values({ ...own, min_quantity: 1, amount: 1_000 })
    .execute()
  await shop.db
    .insertInto('product_sort_prices')
    .values({ ...own, sort_price: 1_000 })
    .execute()
  const priced = ['bat', 'bat-few']
  for (const currency of ['SEK', 'GBP', 'EUR', 'SEK'] as const) {
    const products = currency === 'GBP' ? [...priced, 'bat-unpriced'] : priced
    expect(await inStock(shop, currency), currency).toEqual({ count: products.length, products })
  }
})

test('a product counts as in stock as soon as it gets a price', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 9, reserved: 0 }).where('product_id', '=', 'bat-unpriced').execute()
  expect(await inStock(shop, 'SEK')).toEqual({ count: 2, products: ['bat', 'bat-few'] })
  const price = { product_id: 'bat-unpriced', currency: 'SEK', min_quantity: 1, amount: 1_000 } as const
  await shop.db.insertInto('prices').values(price).execute()
  await shop.db.updateTable('products').set({ sort_price: 1_000 }).where('id', '=', 'bat-unpriced').execute()
  await shop.db
    .insertInto('invalidations')
    .values({ tag: 'product:bat-unpriced', created_at: shop.now().toISOString() })
    .execute()
  shop.invalidate(['product:bat-unpriced'])
  expect(await inStock(shop, 'SEK')).toEqual({ count: 3, products: ['bat', 'bat-few', 'bat-unpriced'] })
})
