import { expect, test, vi } from 'vitest'
import { shopCommands, type ShopCommands } from '../../tools/shop-commands.ts'
import { checkoutWith } from '../ordering/checkout/buyer.ts'
import { delivered } from '../ordering/orders/parcels.ts'

type Row = { name: string; rows: number; period: string; law: string }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const rowsOf = (answer: unknown) =>
  Object.fromEntries((answer as Row[]).filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]))

/** Three checkouts abandoned so many days ago, and what is still stored of them. */
async function threeCarts({ shop: { db }, shop }: ShopCommands) {
  const ages: Record<string, number> = {}
  for (const days of [1, 10, 40]) {
    const id = await checkoutWith(shop, [['FAN', 1]])
    await db
      .updateTable('carts')
      .set({ form: '{"email":"anna@example.se"}', updated_at: daysAgo(days) })
      .where('checkout_id', '=', id)
      .execute()
    ages[id] = days
  }
  return async () =>
    (
      await db
        .selectFrom('carts')
        .select(['checkout_id', 'form'])
        .where('checkout_id', 'in', Object.keys(ages))
        .execute()
    )
      .map(({ checkout_id: id, form }) => [ages[id], form === '{}' ? 'emptied' : 'whole'])
      .sort()
}

test('"due" lists what expires and deletes nothing; "run" deletes it and keeps what is new or required', async () => {
  await using commands = await shopCommands()
  const {
    shop: { db },
    shop,
  } = commands
  const carts = await threeCarts(commands)
  const orders = [await delivered(shop, [['FAN', 1]]), await delivered(shop, [['FAN', 1]])] as const
  const placed = (id: string, years: number) =>
    db
      .updateTable('orders')
      .set({ placed_at: `${new Date().getUTCFullYear() - years}-06-01T00:00:00.000Z`, checkout_id: `of-${id}` })
      .where('id', '=', id)
      .execute()
  await placed(orders[0], 9)
  await placed(orders[1], 5)
  const buyers = async () =>
    (await db.selectFrom('orders').select(['id', 'email', 'phone', 'total']).where('id', 'in', orders).execute())
      .sort((a, b) => orders.indexOf(a.id) - orders.indexOf(b.id))
      .map(({ email, phone, total }) => [email !== '', phone !== '', Number(total) > 0])

  const due = rowsOf(await commands.json('retention', 'due'))
  expect(due).toMatchObject({ 'checkout forms': 2, carts: 1, 'orders and documents': 1 })
  expect([await carts(), await buyers()]).toEqual([
    [
      [1, 'whole'],
      [10, 'whole'],
      [40, 'whole'],
    ],
    [
      [true, true, true],
      [true, true, true],
    ],
  ])
  const printed = await commands.run('retention', 'due')
  expect([printed.code, printed.out]).toEqual([0, expect.stringMatching(/carts +1 +30 days .*GDPR 5\(1\)\(e\)/)])

  expect(rowsOf(await commands.json('retention', 'run'))).toMatchObject({
    'checkout forms': 2,
    carts: 1,
    'orders and documents': 1,
  })
  expect(await carts()).toEqual([
    [1, 'whole'],
    [10, 'emptied'],
  ])
  expect(await buyers()).toEqual([
    [false, false, true],
    [true, false, true],
  ])
  expect(rowsOf(await commands.json('retention', 'due'))).toEqual({})
  expect(rowsOf(await commands.json('retention', 'run'))).toEqual({})
})

test('the periods come from the settings', async () => {
  await using commands = await shopCommands()
  const carts = await threeCarts(commands)
  vi.stubEnv('RETENTION_CART_DAYS', '100')
  vi.stubEnv('RETENTION_CHECKOUT_FORM_DAYS', '20')
  await commands.run('retention', 'run')
  expect(await carts()).toEqual([
    [1, 'whole'],
    [10, 'whole'],
    [40, 'emptied'],
  ])
})

test('an operator sets the periods, not below those of the law; the environment takes precedence', async () => {
  await using commands = await shopCommands()
  const carts = await threeCarts(commands)
  const refused = await commands.run('settings', 'set', 'retention.bookkeepingYears', '6')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('must be at least 7')])
  await commands.run('settings', 'set', 'retention.cartDays', '100', 'retention.checkoutFormDays', '50')
  await commands.run('settings', 'set', 'retention.bookkeepingYears', '10')
  expect((await commands.run('retention', 'due')).out).toMatch(/orders and documents +\d+ +10 calendar years/)
  await commands.run('retention', 'run')
  expect(await carts()).toEqual([
    [1, 'whole'],
    [10, 'whole'],
    [40, 'whole'],
  ])
  vi.stubEnv('RETENTION_CHECKOUT_FORM_DAYS', '20')
  await commands.run('retention', 'run')
  expect(await carts()).toEqual([
    [1, 'whole'],
    [10, 'whole'],
    [40, 'emptied'],
  ])
})

test('an invalid command does nothing and lists the valid ones', async () => {
  await using commands = await shopCommands()
  const carts = await threeCarts(commands)
  expect(await commands.run('retention', 'everything')).toMatchObject({
    code: 2,
    err: expect.stringContaining('due, run') as string,
  })
  expect(await carts()).toHaveLength(3)
})
