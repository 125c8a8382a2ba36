import { expect, test } from 'vitest'
import type { ListQuery } from '../../../src/contracts/console/lists.ts'
import { makeBackup } from '../../../src/server/backup/make-backup.ts'
import { restoreBackup } from '../../../src/server/backup/restore/restore-backup.ts'
import { productsUpdatedAt } from '../../../src/server/catalog/columns/column-change-queries.ts'
import { countProducts, productListRows } from '../../../src/server/console/products/product-list-queries.ts'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { databaseLocation } from '../../../src/server/platform/db/database-location.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { emptyPlace } from '../backup/empty-place.ts'
import { cables, imported, later, undone, updated } from './import-runs.ts'

type Listed = Pick<TestDatabase, 'db' | 'kind'>

const all: ListQuery = { search: '', filters: {}, sort: 'updated', isDescending: true, columns: [], cursor: null }
const unpriced: ListQuery = { ...all, filters: { missing: 'price' }, sort: 'sku', isDescending: false }

/** Compares the lists that are read by last change, and of products without a price, with the products themselves. */
async function expectRightLists(shop: Listed): Promise<void> {
  const products = await shop.db.selectFrom('products').select(['id', 'sku', 'updated_at', 'sort_price']).execute()
  const byUpdate = products.toSorted((a, b) => compare(b.updated_at, a.updated_at) || compare(b.id, a.id))
  const listed = await productListRows(shop, all, 1_000)
  expect(listed.map(({ id, sku, updated_at: at }) => [id, sku, at])).toEqual(
    byUpdate.map(({ id, sku, updated_at: at }) => [id, sku, at]),
  )
  const without = products.filter((row) => row.sort_price === null).map(({ sku }) => sku)
  const found = await productListRows(shop, unpriced, 1_000)
  expect(found.map(({ sku }) => sku)).toEqual(without.toSorted(compare))
  expect(await countProducts(shop, unpriced)).toBe(without.length)
  for (const at of new Set(products.map((row) => row.updated_at))) {
    const then = products.filter((row) => row.updated_at === at).map(({ id }) => id)
    expect(await productsUpdatedAt(shop.db, at, '', 1_000)).toEqual(then.toSorted(compare))
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const skusWithoutPrice = async (shop: Listed) => (await productListRows(shop, unpriced, 1_000)).map(({ sku }) => sku)

test('lists by last change and of what has no price follow imports, their undo, staff and removals', async () => {
  await using shop = await freshDatabase()
  const first = await imported(shop, cables(12), { at: later(1) })
  await expectRightLists(shop)
  const prices = await updated(shop, 'article;price;price10;stock\nC-3;120;;4\nC-5;90;80;9\n', later(2))
  const [newest] = await productListRows(shop, all, 1)
  expect(newest?.updated_at).toBe(later(2))
  await expectRightLists(shop)
  await undone(shop, prices, 3)
  await expectRightLists(shop)
  await shop.db
    .updateTable('products')
    .set({ sort_price: null, updated_at: later(4) })
    .where('sku', 'in', ['C-1', 'C-7'])
    .execute()
  expect(await skusWithoutPrice(shop)).toEqual(['C-1', 'C-7'])
  await shop.db.updateTable('products').set({ sku: 'D-7' }).where('sku', '=', 'C-7').execute()
  await expectRightLists(shop)
  // What was changed since the import stays.
  expect(await undone(shop, first, 5)).toMatchObject({ removed: 10 })
  expect(await skusWithoutPrice(shop)).toEqual(['C-1', 'D-7'])
  await expectRightLists(shop)
})

test('a restored backup has the same lists', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(5), { at: later(1) })
  await shop.db
    .updateTable('products')
    .set({ sort_price: null, updated_at: later(2) })
    .where('sku', '=', 'C-2')
    .execute()
  const { file } = await makeBackup(
    parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...shop.env }),
    new Date(later(3)),
  )
  const place = await emptyPlace()
  await restoreBackup(file, place.env, { key: undefined, mayReplace: false, now: new Date(later(4)) })
  const restored = connect(databaseLocation(place.env))
  expect(await skusWithoutPrice(restored)).toEqual(['C-2'])
  await expectRightLists(restored)
  await imported({ ...shop, ...restored }, cables(6), { at: later(5) })
  await expectRightLists(restored)
  await restored.db.destroy()
  await place.drop()
})
