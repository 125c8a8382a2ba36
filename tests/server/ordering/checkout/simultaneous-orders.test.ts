import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { connect } from '../../../../src/server/platform/db/connect.ts'
import { databaseLocation } from '../../../../src/server/platform/db/database-location.ts'
import { aForm, checkoutWith, countOf, fixtureShop, look, stockOf, swedish } from './buyer.ts'

test('twenty concurrent posts of the same checkout create one order', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['BAT-FEW', 3]], ['ONCE'])
  const [seen, cart] = [await look(shop, checkoutId), await cartRow(shop.db, checkoutId)]
  const results = await Promise.all(
    Array.from({ length: 20 }, () => placeOrder(shop, { checkoutId, form: aForm(), seen, context: swedish(), cart })),
  )
  expect(results.filter((result) => result.kind === 'placed')).toHaveLength(1)
  expect(results.filter((result) => result.kind === 'already')).toHaveLength(19)
  expect(await countOf(shop, 'orders')).toBe(1)
  expect(await countOf(shop, 'payment_attempts')).toBe(1)
  expect(await stockOf(shop, 'bat-few')).toEqual({ on_hand: 3, reserved: 3 })
})

test('two hundred buyers of twenty units reserve exactly twenty', async () => {
  await using shop = await fixtureShop()
  const wanted = Array.from(
    { length: 200 },
    (_, at) =>
      [
        ['KB-US', 1],
        [at % 2 === 0 ? 'FAN' : 'BAT', 1],
      ] as const,
  )
  const checkouts = await Promise.all(wanted.map((cart) => checkoutWith(shop, cart)))
  await shop.db.updateTable('stock').set({ on_hand: 1_000 }).where('product_id', 'in', ['fan', 'bat']).execute()
  const seen = await Promise.all(checkouts.slice(0, 2).map((checkoutId) => look(shop, checkoutId)))
  const results = await Promise.all(
    checkouts.map((checkoutId, at) =>
      placeOrder(shop, { checkoutId, form: aForm(), seen: seen[at % 2] ?? '', context: swedish() }),
    ),
  )
  expect(results.filter((result) => result.kind === 'placed')).toHaveLength(20)
  expect(results.filter((result) => result.kind === 'changed')).toHaveLength(180)
  expect(await stockOf(shop, 'kb-us')).toEqual({ on_hand: 20, reserved: 20 })
  const others = (await stockOf(shop, 'fan')).reserved + (await stockOf(shop, 'bat')).reserved
  expect(others).toBe(20)
  expect(await countOf(shop, 'orders')).toBe(20)
})

test('a coupon limited to five is used five times by thirty concurrent buyers', async () => {
  await using shop = await fixtureShop()
  const checkouts = await Promise.all(
    Array.from({ length: 30 }, () => checkoutWith(shop, [['ODD-PRICE', 1]], ['FIVE', 'TEN'])),
  )
  const seen = await look(shop, checkouts[0] ?? '')
  const results = await Promise.all(
    checkouts.map((checkoutId) => placeOrder(shop, { checkoutId, form: aForm(), seen, context: swedish() })),
  )
  expect(results.filter((result) => result.kind === 'placed')).toHaveLength(5)
  expect(
    await shop.db.selectFrom('coupons').select(['code', 'used']).where('used', '>', 0).orderBy('code').execute(),
  ).toEqual([
    { code: 'FIVE', used: 5 },
    { code: 'TEN', used: 5 },
  ])
  expect(await stockOf(shop, 'odd-price')).toEqual({ on_hand: 5_000, reserved: 5 })
})

test('an order waits longer for the stock that another one holds than a statement may take', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['ODD-PRICE', 1]])
  const seen = await look(shop, checkoutId)
  const limited = connect({ ...databaseLocation(shop.env), maxStatementMs: 100 })
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const other = shop.db.transaction().execute(async (trx) => {
    await trx.updateTable('stock').set({ on_hand: 10 }).where('product_id', '=', 'odd-price').execute()
    isHeld.resolve()
    await held.promise
  })
  await isHeld.promise
  const placing = placeOrder({ ...shop, db: limited.db }, { checkoutId, form: aForm(), seen, context: swedish() })
  if (shop.kind === 'postgres') while (!(await waitsForRows(shop.db))) await sleep(10)
  held.resolve()
  await other
  expect(await placing).toMatchObject({ kind: 'placed' })
  expect(await stockOf(shop, 'odd-price')).toEqual({ on_hand: 10, reserved: 1 })
  await limited.db.destroy()
})

/** Tells whether a statement has waited for another transaction for longer than statements may take. */
async function waitsForRows(db: ReturnType<typeof connect>['db']): Promise<boolean> {
  const waiting = sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query_start < now() - interval '200 ms'`
  const { rows } = await waiting.execute(db)
  return Number(rows[0]?.waiting) > 0
}
