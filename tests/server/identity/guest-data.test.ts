import { expect, test } from 'vitest'
import { LogInToOrder } from '../../../src/contracts/calls/order-auth.ts'
import { guestOrderPage } from '../../../src/server/ordering/account/guest-data.ts'
import { logInToOrder } from '../../../src/server/ordering/account/order-login.ts'
import { orderDocument } from '../../../src/server/ordering/order-pages/order-document.ts'
import { visibleOrder } from '../../../src/server/ordering/orders/visible-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { trackOrder } from '../ordering/orders/track-order.ts'
import { requestOf } from './page-visit.ts'
import { addCustomer, ask, mailedToken, type Tokens } from './shopper.ts'

const email = 'gast@example.se'
const typed = aForm({ email, name: 'Gun Hemlig', line1: 'Hemliga gatan 1', phone: '0701234567' })

/** Buys as a guest and opens the order by the mailed link. */
async function guest(shop: Shop, form = typed): Promise<{ bearer: string; number: string }> {
  await bought(shop, [['FAN', 2]], form)
  const { answer } = await ask(
    shop,
    LogInToOrder,
    logInToOrder,
    {},
    { body: { token: await mailedToken(shop, form.email) } },
  )
  const { access_token: bearer, user } = answer as Tokens & { user: { order_id: string } }
  return { bearer, number: user.order_id }
}

/** The page as the guest gets it, or undefined when the guest may not see the order. */
async function post(shop: Shop, bearer: string | null, number: string, form?: Record<string, string>) {
  const request = await requestOf(shop, `/sv/my-order/${number}`, { bearer, ...(form ? { form } : {}) })
  const order = await visibleOrder(shop, request.locals.session, number)
  return order && guestOrderPage(shop, order, request)
}

const over = (shop: Shop, number: string) =>
  shop.db.updateTable('orders').set({ status: 'delivered' }).where('number', '=', number).execute()
const erase = { action: 'erase', sure: 'yes' }

async function everything({ db }: Shop): Promise<string> {
  const tables = [
    'orders',
    'carts',
    'sessions',
    'order_links',
    'withdrawal_links',
    'outbox',
    'returns',
    'gift_cards',
  ] as const
  const rows = []
  for (const table of tables) rows.push(...(await db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

test("the mailed link's guest exports this order and no other", async () => {
  await using shop = await fixtureShop()
  const { bearer, number } = await guest(shop)
  const other = await guest(shop, aForm({ email: 'annan@example.se', name: 'Annan Person' }))
  const answer = await post(shop, bearer, number, { action: 'export' })
  if (!(answer instanceof Response)) throw new Error('no file')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': `attachment; filename="order-${number}.json"`,
    'cache-control': 'private, no-store',
  })
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({
    order: { number, email, phone: '0701234567', address: { line1: 'Hemliga gatan 1' }, history: [{}, {}] },
  })
  expect(text).not.toMatch(/annan@example|Annan Person/)
  expect(await post(shop, bearer, other.number, { action: 'export' })).toBeUndefined()
  expect(await post(shop, null, number, { action: 'export' })).toBeUndefined()
})

test('erasing requires a tick and a completed order, and does not affect other buyers', async () => {
  await using shop = await fixtureShop()
  const { bearer, number } = await guest(shop)
  await guest(shop, aForm({ email: 'annan@example.se', name: 'Annan Person' }))
  expect(await post(shop, bearer, number, { action: 'erase' })).toMatchObject({
    status: 422,
    page: { isUnsure: true, block: 'under_way' },
  })
  expect(await post(shop, bearer, number, erase)).toMatchObject({
    status: 409,
    page: { kind: 'order', block: 'under_way' },
  })
  expect(await everything(shop)).toContain('Gun Hemlig')

  await shop.db.updateTable('orders').set({ payment_method: 'sandbox' }).execute()
  await shop.db
    .updateTable('payment_attempts')
    .set((row) => ({ captured: row.ref('amount') }))
    .execute()
  await over(shop, number)
  const money = () =>
    shop.db
      .selectFrom('orders')
      .select(['number', 'total', 'vat_total', 'country', 'status'])
      .orderBy('number')
      .execute()
  const before = await money()
  expect(await post(shop, bearer, number, erase)).toMatchObject({ status: 200, page: { kind: 'erased', number } })
  expect(await everything(shop)).not.toMatch(/gast@example|Hemlig|0701234567/)
  expect(await everything(shop)).toMatch(/annan@example/)
  expect(await money()).toEqual(before)
  expect(await post(shop, bearer, number)).toBeUndefined()
  expect([await trackOrder(shop, number, ''), await trackOrder(shop, number, '111 22')]).toEqual([undefined, undefined])
  const { id } = await shop.db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirstOrThrow()
  expect((await orderDocument(shop, id, 'receipt', 'sv'))?.pdf.length).toBeGreaterThan(500)
  expect(
    (await shop.db.selectFrom('documents').select('content').where('order_id', '=', id).executeTakeFirstOrThrow())
      .content,
  ).toContain('Gun Hemlig')
})

test("an account's order and a subscription's order are not erased by a link", async () => {
  await using shop = await fixtureShop()
  const { bearer, number } = await guest(shop)
  await over(shop, number)
  const order = await shop.db.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
  await shop.db
    .insertInto('subscriptions')
    .values({
      id: 's',
      order_id: order.id,
      position: 0,
      customer_id: null,
      email,
      language: 'sv',
      currency: 'SEK',
      country: 'SE',
      product_id: 'fan',
      sku: 'FAN',
      name: 'Fan',
      quantity: 1,
      interval_days: 30,
      next_at: '2030-01-01T00:00:00.000Z',
      status: 'active',
      reminded_for: null,
      form: '{}',
      created_at: '',
      updated_at: '',
    })
    .execute()
  expect(await post(shop, bearer, number, erase)).toMatchObject({ status: 409, page: { block: 'subscription' } })
  await addCustomer(shop, { id: 'gun', email })
  await shop.db.updateTable('orders').set({ customer_id: 'gun' }).where('number', '=', number).execute()
  expect(await post(shop, bearer, number, erase)).toMatchObject({ status: 409, page: { block: 'account' } })
  expect(await everything(shop)).toContain('Gun Hemlig')
})

test('of ten concurrent requests one erases, and none fails', async () => {
  await using shop = await fixtureShop()
  const { bearer, number } = await guest(shop)
  await over(shop, number)
  const all = await Promise.all(Array.from({ length: 10 }, () => post(shop, bearer, number, erase)))
  expect(all.some((answer) => answer && !(answer instanceof Response) && answer.page.kind === 'erased')).toBe(true)
  expect(await everything(shop)).not.toMatch(/gast@example|Hemlig/)
})
