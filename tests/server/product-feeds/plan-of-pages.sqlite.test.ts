import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { nextProducts } from '../../../src/server/catalog/product-feeds/feed-product-queries.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'

/** SQLite alone, because PostgreSQL chooses its plan by statistics. */
test('the next products are read in the order of their ids, without sorting them', async () => {
  await using shop = await fixtureShop()
  const { sql: text, parameters } = nextProducts(shop.db, 'bat', 50).compile()
  const plan = await shop.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  )
  expect(plan.rows.map(({ detail }) => detail)).toEqual([
    'SEARCH products USING INDEX sqlite_autoindex_products_1 (id>?)',
  ])
})
