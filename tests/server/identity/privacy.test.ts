import { describe, expect, test } from 'vitest'
import { profilePage } from '../../../src/server/ordering/account/profile-page.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { orderDocument } from '../../../src/server/ordering/order-pages/order-document.ts'
import type { Effect } from '../../../src/server/platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, bought, buy, checkoutWith, fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { trackOrder } from '../ordering/orders/track-order.ts'
import { addOrganization, bearerOf, visit, where } from './page-visit.ts'
import { addCustomer, password } from './shopper.ts'

const path = '/sv/my-account/profile/edit'
const post = (shop: Shop, bearer: string, form: Record<string, string>) =>
  visit(shop, path, profilePage, { bearer, form })
const erase = { section: 'erase', sure: 'yes', current_password: password }
const form = aForm({ email: 'anna@example.se', name: 'Anna Hemlig', line1: 'Hemliga gatan 1', phone: '0701234567' })

async function orderOf(shop: Shop, customerId: string, changes = form): Promise<string> {
  const result = await buy(
    shop,
    await storeCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId,
    }),
    changes,
  )
  if (result.kind !== 'placed') throw new Error(result.kind)
  return result.orderId
}

const finished = ({ db }: Shop) => db.updateTable('orders').set({ status: 'delivered' }).execute()

/** All texts of all tables that may contain personal data. */
async function everything({ db }: Shop): Promise<string> {
  const tables = [
    'customers',
    'addresses',
    'orders',
    'carts',
    'sessions',
    'login_links',
    'order_links',
    'outbox',
    'returns',
    'quotes',
    'part_requests',
    'part_request_lines',
    'subscriptions',
    'stock_alerts',
    'organization_invitations',
    'personal_discounts',
    'organization_members',
    'gift_cards',
    'coupons',
    'part_lists',
    'part_list_lines',
    'saved_devices',
  ] as const
  const rows = []
  for (const table of tables) rows.push(...(await db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

describe('privacy', () => {
  test('an export of all data needs the password: orders as customer and guest, no secrets', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'anna' })
    const bearer = await bearerOf(shop, 'anna')
    await orderOf(shop, 'anna')
    await bought(shop, [['FAN', 2]], form)
    await bought(shop, [['FAN', 1]], aForm({ email: 'annan@example.se' }))
    expect(await post(shop, bearer, { section: 'export' })).toMatchObject({
      status: 422,
      page: { sent: { section: 'export', faults: { current_password: 'wrong_password' } } },
    })
    const answer = await post(shop, bearer, { section: 'export', current_password: password })
    if (!(answer instanceof Response)) throw new Error('no file')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    })
    const text = await answer.text()
    const data = JSON.parse(text) as { profile: object; orders: { number: string }[]; sessions: object[] }
    expect([data.orders.map(({ number }) => number), data.sessions.length]).toEqual([['100001', '100002'], 1])
    expect(data.profile).toMatchObject({ email: 'anna@example.se', mail_consent: false })
    expect(text).not.toMatch(/annan@example|argon2|password_hash|checkout_id/)
  })

  test('erasing requires the password and a tick, and waits for orders in progress', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'anna' })
    const bearer = await bearerOf(shop, 'anna')
    await orderOf(shop, 'anna')
    expect(await post(shop, bearer, { ...erase, sure: '' })).toMatchObject({
      page: { sent: { faults: { sure: 'not_sure' } } },
    })
    expect(await post(shop, bearer, { ...erase, current_password: 'fel' })).toMatchObject({
      page: { sent: { faults: { current_password: 'wrong_password' } } },
    })
    expect(await post(shop, bearer, erase)).toMatchObject({
      status: 422,
      page: { eraseBlock: { orders: ['100001'] }, sent: { faults: { sure: 'erase_blocked' } } },
    })
    expect(await shop.db.selectFrom('customers').select('id').executeTakeFirst()).toEqual({ id: 'anna' })
  })

  test('erasing removes the person but not the documents required by law; sums and stock stay', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'anna' })
    await addCustomer(shop, { id: 'other' })
    const bearer = await bearerOf(shop, 'anna')
    const orderId = await orderOf(shop, 'anna')
    await bought(shop, [['FAN', 2]], form)
    await bought(shop, [['FAN', 1]], aForm({ email: 'annan@example.se', name: 'Annan' }))
    await shop.db
      .insertInto('addresses')
      .values({
        id: 'a',
        customer_id: 'anna',
        organization_id: null,
        name: 'Anna Hemlig',
        line1: 'Hemliga gatan 1',
        line2: '',
        postal_code: '111 22',
        city: 'Stockholm',
        country: 'SE',
      })
      .execute()
    await shop.db
      .insertInto('stock_alerts')
      .values({
        id: 's',
        product_id: 'fan',
        email: 'anna@example.se',
        language: 'sv',
        created_at: '',
        confirmed_at: null,
        stopped_at: null,
        notified_at: null,
      })
      .execute()
    await shop.db.updateTable('orders').set({ payment_method: 'sandbox' }).execute()
    await shop.db
      .updateTable('payment_attempts')
      .set((row) => ({ captured: row.ref('amount') }))
      .execute()
    await finished(shop)
    const toOperator: Effect = {
      kind: 'mail.operator_return',
      dedupeKey: 'return',
      payload: { returnId: 'return', orderId },
    }
    await shop.db.transaction().execute((trx) => addToOutbox(trx, toOperator, shop.now()))
    const mailsOfOrder = () =>
      shop.db
        .selectFrom('outbox')
        .select('kind')
        .where('kind', 'like', 'mail.%')
        .where('payload', 'like', `%${orderId}%`)
        .execute()
    expect((await mailsOfOrder()).map(({ kind }) => kind)).toContain('mail.operator_return')
    const money = () =>
      shop.db
        .selectFrom('orders')
        .select(['number', 'total', 'vat_total', 'country', 'status'])
        .orderBy('number')
        .execute()
    const before = await money()
    expect(await post(shop, bearer, erase)).toEqual({ page: { kind: 'erased' }, status: 200 })
    expect(await everything(shop)).not.toMatch(/anna@example|Hemlig|0701234567|"anna"/)
    expect(await everything(shop)).toContain('annan@example.se')
    expect(await mailsOfOrder()).toEqual([])
    expect(await money()).toEqual(before)
    expect(where(await visit(shop, path, profilePage, { bearer }))).toMatch(/logga-in/)
    expect(
      (
        await shop.db
          .selectFrom('documents')
          .select('content')
          .where('order_id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).content,
    ).toContain('Anna Hemlig')
    expect((await orderDocument(shop, orderId, 'receipt', 'sv'))?.pdf.length).toBeGreaterThan(500)
    expect([await trackOrder(shop, '100001', ''), await trackOrder(shop, '100001', '111 22')]).toEqual([
      undefined,
      undefined,
    ])
    await addCustomer(shop, { id: 'fresh', email: 'anna@example.se' })
    const again = await visit(shop, path, profilePage, { bearer: await bearerOf(shop, 'anna') })
    expect(again instanceof Response || again.page.kind === 'erased' ? [] : again.page.eraseBlock.orders).toEqual([])
  })

  test("erasing finds the person's guest data: abandoned checkouts and mails, and nobody else's", async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'anna' })
    const bearer = await bearerOf(shop, 'anna')
    for (const email of ['Anna@Example.se', 'annaxexample.se@example.se', 'x.anna@example.se']) {
      const checkoutId = await checkoutWith(shop, [['FAN', 1]])
      const typed = JSON.stringify({ ...form, name: `Of ${email}`, email })
      await shop.db.updateTable('carts').set({ form: typed }).where('checkout_id', '=', checkoutId).execute()
      const effect: Effect = { kind: 'mail.order_link', dedupeKey: email, payload: { number: '1', email } }
      await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, shop.now()))
    }
    expect(await post(shop, bearer, erase)).toEqual({ page: { kind: 'erased' }, status: 200 })
    const carts = await shop.db.selectFrom('carts').select('form').execute()
    const others = ['annaxexample.se@example.se', 'x.anna@example.se']
    expect(carts.map((cart) => (JSON.parse(cart.form) as { email: string }).email).sort()).toEqual(others)
    const effects = await shop.db.selectFrom('outbox').select('dedupe_key').execute()
    expect(effects.map(({ dedupe_key: key }) => key).sort()).toEqual(others)
  })

  test("the last administrator cannot be erased; an organization's orders keep its address", async () => {
    await using shop = await fixtureShop()
    for (const id of ['anna', 'buyer']) await addCustomer(shop, { id })
    await addOrganization(shop, { id: 'firm', members: { anna: 'admin', buyer: 'buyer' } })
    const bearer = await bearerOf(shop, 'anna')
    await orderOf(
      shop,
      'anna',
      aForm({
        ...form,
        customer_kind: 'organization',
        organization_name: 'Firman',
        organization_number: '559999-4612',
      }),
    )
    await finished(shop)
    expect(await post(shop, bearer, erase)).toMatchObject({ page: { eraseBlock: { isLastAdmin: true } } })
    await shop.db
      .updateTable('organization_members')
      .set({ role: 'admin' })
      .where('customer_id', '=', 'buyer')
      .execute()
    expect(await post(shop, bearer, erase)).toMatchObject({ page: { kind: 'erased' } })
    const order = await shop.db
      .selectFrom('orders')
      .select(['customer_id', 'organization_id', 'email', 'address'])
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ customer_id: null, organization_id: 'firm', email: '' })
    expect(JSON.parse(order.address)).toMatchObject({ name: '', organization: 'Firman', line1: 'Hemliga gatan 1' })
  })
})
