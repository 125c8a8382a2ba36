import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { defaultContext } from '../../../src/domain/places/shopping-context.ts'
import { brandPage } from '../../../src/server/catalog/listing/named-list-page.ts'
import { freshShop } from '../../support/test-shop.ts'
import { writeManyProducts } from './many-products.ts'
import { shownOf } from '../../support/told.ts'

const products = 50_000

test('filters of a large list do not delay quick queries', { timeout: 60_000 }, async () => {
  await using shop = await freshShop({ isWatched: true })
  await writeManyProducts(shop, products)
  const page = async (query: Record<string, string>) =>
    shownOf(await brandPage(shop, defaultContext('sv'), 'many', listQuery.parse(query)))
  const first = await page({ stock: 'in', page: '801' })
  expect(first?.page.listing.page).toMatchObject({ page: 801, total: products / 2 })
  const began = performance.now()
  const pages = Promise.all(Array.from({ length: 4 }, (_, at) => page({ stock: 'in', page: String(801 + at) })))
  let longest = 0
  for (let isOver = false; !isOver;) {
    const asked = performance.now()
    isOver = await Promise.race([pages.then(() => true), sleep(1, false)])
    await shop.db.selectFrom('brands').select('id').where('slug', '=', 'many').executeTakeFirstOrThrow()
    longest = Math.max(longest, performance.now() - asked)
  }
  const all = performance.now() - began
  expect((await pages).map((each) => each?.page.listing.page.page)).toEqual([801, 802, 803, 804])
  expect(longest, `of ${Math.round(all)} ms`).toBeLessThan(all / 4)
})

test('a page beyond the last of a large list is not found', async () => {
  await using shop = await freshShop({ isWatched: true })
  await writeManyProducts(shop, 100)
  for (const query of [{ page: '6' }, { page: '4', stock: 'in' }, { page: '100000', sort: 'price_up' }]) {
    expect(shownOf(await brandPage(shop, defaultContext('sv'), 'many', listQuery.parse(query)))).toBeUndefined()
  }
})
