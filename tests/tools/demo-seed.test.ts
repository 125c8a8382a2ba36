import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchScreen } from '../../src/routes.ts'
import { productFacts } from '../../src/server/catalog/products/product-facts.ts'
import { dealNow } from '../../src/server/content/deal-now.ts'
import { categories } from '../../src/tools/demo/catalogue/category-tree.ts'
import { pageSlugs } from '../../src/tools/demo/content/links.ts'
import { seedDemo } from '../../src/tools/demo/seed-demo.ts'
import { defaultContext } from '../support/default-context.ts'
import { freshDatabase, type TestDatabase } from '../support/test-database.ts'

let shop: TestDatabase

beforeAll(async () => {
  shop = await freshDatabase()
  await seedDemo(shop, { products: 'small' })
})
afterAll(() => shop.close())

test('past orders add up to their lines, delivery and payments', async () => {
  const orders = await shop.db.selectFrom('orders').selectAll().execute()
  expect(orders.map((order) => [order.customer_kind, order.customer_id !== null, order.status])).toEqual([
    ['private', true, 'delivered'],
    ['organization', true, 'shipped'],
    ['private', false, 'confirmed'],
  ])
  await expectSumsOf(shop, orders.length, 3)
})

/** Expects that lines, delivery and payment of each order add up to its total. */
async function expectSumsOf({ db }: TestDatabase, count: number, lineCount?: number): Promise<void> {
  const orders = await db.selectFrom('orders').selectAll().execute()
  expect(orders.length).toBe(count)
  for (const order of orders) {
    const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute()
    const attempt = await db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (lineCount !== undefined) expect(lines.length).toBe(lineCount)
    expect(lines.reduce((sum, line) => sum + line.line_total, 0)).toBe(order.items_total)
    expect(order.items_total - order.discount_total + order.delivery_total).toBe(order.total)
    expect([attempt.amount, attempt.currency, attempt.status]).toEqual([order.total, order.currency, 'succeeded'])
  }
}

test('a demo in use has orders in every status from eight weeks, two returns and requests for parts', async () => {
  const used = await freshDatabase()
  try {
    await seedDemo(used, { products: 'small', isInUse: true })
    await expectSumsOf(used, 51)
    const orders = await used.db
      .selectFrom('orders')
      .select(['status', 'number', 'placed_at'])
      .orderBy('placed_at')
      .execute()
    expect(new Set(orders.map(({ status }) => status))).toEqual(
      new Set(['confirmed', 'processing', 'shipped', 'delivered', 'return_requested']),
    )
    expect(orders.map(({ number }) => number)).toEqual(orders.map(({ number }) => number).toSorted())
    const returns = await used.db.selectFrom('returns').select('status').execute()
    expect(returns).toEqual([{ status: 'requested' }, { status: 'requested' }])
    expect(await used.db.selectFrom('part_requests').select('status').execute()).toHaveLength(2)
  } finally {
    await used.close()
  }
})

test('a deal runs, and its part costs less than in the last 30 days', async () => {
  const now = new Date()
  expect((await dealNow(shop.db, defaultContext('sv'), now)).deal).toMatchObject({ discount: 20 })
  const { product_id: id } = await shop.db.selectFrom('deals').select('product_id').executeTakeFirstOrThrow()
  const facts = (await productFacts(shop.db, defaultContext('sv'), [id], now)).get(id)
  expect(facts?.prices.c?.[0]).toMatchObject({ d: 20, o: facts?.lowest30Days })
})

test('every kind of coupon exists', async () => {
  const coupons = await shop.db.selectFrom('coupons').selectAll().execute()
  const kinds = [
    coupons.some(
      (each) =>
        each.percentage !== null &&
        each.groups === '[]' &&
        each.excluded_groups === '[]' &&
        each.discount_categories === '[]',
    ),
    coupons.some((each) => each.groups !== '[]'),
    coupons.some((each) => each.excluded_groups !== '[]'),
    coupons.some((each) => each.discount_categories !== '[]'),
    coupons.some((each) => each.fixed_amounts !== null),
    coupons.some((each) => each.minimum_spend > 0),
    coupons.some((each) => each.customer_id !== null),
    coupons.some((each) => each.usage_limit !== null),
    coupons.some((each) => each.ends_at !== null && each.ends_at < new Date().toISOString()),
    coupons.some((each) => each.adds_sku !== null),
  ]
  expect(kinds).toEqual(kinds.map(() => true))
})

test('links in pages and widgets lead to existing pages and categories', async () => {
  const pages = await shop.db.selectFrom('content_pages').select('published').execute()
  const widgets = await shop.db.selectFrom('widgets').select('published').execute()
  const addresses = [...pages, ...widgets].flatMap(({ published }) =>
    [...(published ?? '').matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? ''),
  )
  expect(addresses.length).toBeGreaterThan(60)
  for (const address of new Set(addresses)) {
    const found = matchScreen(address)
    const slug = found?.params['slug']
    if (found?.screen === 'page') expect(Object.values(pageSlugs).map((each) => each[found.language])).toContain(slug)
    else if (found?.screen === 'product-category-all')
      expect(categories.map(({ path }) => path[found.language])).toContain(slug)
    else expect(['track-order', 'guides', 'withdrawal']).toContain(found?.screen)
  }
})

test('widgets and pages exist in both languages', async () => {
  const widgets = await shop.db.selectFrom('widgets').select(['slug', 'language']).execute()
  const slugs = [
    'cookie-alert',
    'cart-header',
    'cart-footer',
    'footer-columns',
    'store-message',
    'store-message-footer',
    'store-menu',
    'home',
  ]
  expect(widgets.map(({ slug, language }) => `${slug} ${language}`).toSorted()).toEqual(
    slugs.flatMap((slug) => [`${slug} en`, `${slug} sv`]).toSorted(),
  )
  const pages = await shop.db.selectFrom('content_pages').select(['id', 'language', 'slug']).execute()
  expect(pages.length).toBe(Object.keys(pageSlugs).length * 2)
})
