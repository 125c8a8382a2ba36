import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customersScreen } from '../../../src/server/console/customers/customers-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { writeManyProducts } from '../catalog/many-products.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

/** A search finds at most so many rows by a part of an address, or by words of products. */
const most = 500
const key = '0190a0c0-0000-7000-8000-000000000001'

/** As many copies of an order, the newest last. */
async function copyOrder({ db }: Shop, id: string, count: number): Promise<void> {
  const { seq: _, ...order } = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let from = 0; from < count; from += 100)
    await db
      .insertInto('orders')
      .values(
        Array.from({ length: Math.min(100, count - from) }, (__, at) => {
          const copy = `copy-${from + at}`
          return { ...order, id: copy, number: copy, checkout_id: copy, email: `k-${from + at}@bolaget.example` }
        }),
      )
      .execute()
}

/** The lines of the file of a list, without its heads. */
async function fileOf<Page>(
  shop: Shop,
  who: Browser,
  screen: ConsoleScreenFunction<Page>,
  query: Record<string, string>,
) {
  const file = await visit(shop, who, screen, { query, form: { action: 'export', format: 'csv' } })
  if (!(file instanceof Response)) throw new Error('There is no file.')
  return (await file.text()).trim().split('\r\n').slice(1)
}

test('a search that finds too many orders lists the newest, says that there are more and changes none', async () => {
  await using shop = await fixtureShop()
  await copyOrder(shop, await confirmed(shop, [['FAN', 1]]), most + 2)
  const who = await signedIn(shop, 'owner')
  const query = { q: 'bolaget.example' }
  const list = await contentOf(shop, who, ordersScreen, { query })
  expect(list.rows[0]?.label).toBe(`copy-${most + 1}`)
  expect([list.count, list.mostFound, list.isMore]).toEqual([most, most, false])
  const lines = await fileOf(shop, who, ordersScreen, { ...query, column: 'number' })
  expect([lines.length, lines[0], lines[most - 1]]).toEqual([most + 1, `copy-${most + 1}`, 'copy-2'])
  expect(lines.at(-1)).toContain('The search finds more')
  const form = { action: 'process', key, all: String(most), sure: 'yes' }
  expect(await outcome(shop, who, ordersScreen, { query, form })).toMatchObject({
    status: 422,
    fault: expect.stringContaining(`The search finds more than ${most} rows.`),
  })
  await shop.db.deleteFrom('orders').where('number', 'in', ['copy-0', 'copy-1']).execute()
  const { count, mostFound } = await contentOf(shop, who, ordersScreen, { query })
  expect([count, mostFound]).toEqual([most, null])
})

test('a search that finds too many customers by their address lists the newest and says so', async () => {
  await using shop = await fixtureShop()
  const ids = Array.from({ length: most + 1 }, (_, at) => `k-${String(at).padStart(3, '0')}`)
  // The newest was written first.
  for (const [at, id] of ids.entries()) {
    await addCustomer(shop, { id, email: `${id}@bolaget.example`, hasPassword: false })
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, most - at)).toISOString()
    await shop.db.updateTable('customers').set({ created_at: createdAt }).where('id', '=', id).execute()
  }
  const who = await signedIn(shop, 'seller')
  const all = await contentOf(shop, who, customersScreen, { query: { q: 'laget.example', sort: '-since' } })
  expect([all.count, all.mostFound, all.rows[0]?.id]).toEqual([most, most, 'k-000'])
  const oldest = await contentOf(shop, who, customersScreen, { query: { q: 'laget.example', sort: 'since' } })
  expect(oldest.rows[0]?.id).toBe(`k-${most - 1}`)
})

test('a search that finds too many products by words says so and hides none', async () => {
  await using shop = await fixtureShop()
  await writeManyProducts(shop, most + 1)
  // No number begins with the word; the brand has it.
  await sql`update products set sku = 'ZZ-' || sku where sku like 'MANY-%'`.execute(shop.db)
  const who = await signedIn(shop, 'owner')
  const query = { q: 'many' }
  const list = await contentOf(shop, who, productsScreen, { query })
  expect([list.count, list.mostFound, list.rows.length]).toEqual([most, most, 50])
  const lines = await fileOf(shop, who, productsScreen, { ...query, column: 'sku' })
  expect([lines.length, lines.at(-1)]).toEqual([most + 1, expect.stringContaining('The search finds more')])
  const form = { action: 'hide', key, all: String(most), sure: 'yes' }
  expect(await outcome(shop, who, productsScreen, { query, form })).toMatchObject({
    status: 422,
    fault: expect.stringContaining(`The search finds more than ${most} rows.`),
  })
})

test('a list searches once for its rows, their number and what it says of the search', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  let searches = 0
  const reportDb = shop.reportDb.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('"part_numbers"')) searches += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const list = await contentOf({ ...shop, reportDb }, who, productsScreen, { query: { q: 'FAN' } })
  expect([list.count > 0, list.mostFound, searches]).toEqual([true, null, 1])
})
