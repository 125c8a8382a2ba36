import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { brandPage } from '../../../src/server/catalog/listing/named-list-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { shownOf } from '../../support/page-answer.ts'
import { freshShop } from '../../support/test-shop.ts'
import { writeManyProducts } from './many-products.ts'

const products = 20_000

test('reading the columns of a large catalogue does not delay quick queries', { timeout: 60_000 }, async () => {
  await using shop = await freshShop({ isWatched: true })
  await writeManyProducts(shop, products)
  const page = async (number: number) =>
    shownOf(await brandPage(shop, defaultContext('sv'), 'many', listQuery.parse({ stock: 'in', page: String(number) })))
  const pages = Promise.all(Array.from({ length: 4 }, (_, at) => page(301 + at)))
  let answered = 0
  for (let isOver = false; !isOver; answered += 1) {
    isOver = await Promise.race([pages.then(() => true), sleep(1, false)])
    await shop.db.selectFrom('brands').select('id').where('slug', '=', 'many').executeTakeFirstOrThrow()
  }
  expect((await pages).map((each) => each?.page.listing.page)).toMatchObject(
    [301, 302, 303, 304].map((number) => ({ page: number, total: products / 2 })),
  )
  // Two hundred on a quiet machine; four pages that are each made in one go leave room for five.
  expect(answered).toBeGreaterThan(20)
})

test('a page beyond the last of a large list is not found', async () => {
  await using shop = await freshShop({ isWatched: true })
  await writeManyProducts(shop, 100)
  for (const query of [{ page: '6' }, { page: '4', stock: 'in' }, { page: '100000', sort: 'price_up' }]) {
    expect(shownOf(await brandPage(shop, defaultContext('sv'), 'many', listQuery.parse(query)))).toBeUndefined()
  }
})
