import { expect, test } from 'vitest'
import { customerScreen } from '../../../src/server/console/customers/customer-page.ts'
import { giftCardScreen } from '../../../src/server/console/gift-cards/gift-card-page.ts'
import { giftCardsScreen } from '../../../src/server/console/gift-cards/gift-cards-page.ts'
import { customerById } from '../../../src/server/identity/customer-queries.ts'
import { addNote } from '../../../src/server/identity/customers/staff-notes.ts'
import { devicesPage } from '../../../src/server/identity/saved-devices/devices-page.ts'
import { eraseCustomer } from '../../../src/server/ordering/account/erase-customer.ts'
import { guestOrderPage } from '../../../src/server/ordering/account/guest-data.ts'
import { profilePage } from '../../../src/server/ordering/account/profile-page.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { holdOrder } from '../../../src/server/ordering/fulfilment/hold-order.ts'
import { makeList } from '../../../src/server/ordering/lists/change-list.ts'
import { addLabels } from '../../../src/server/ordering/orders/labels/label-orders.ts'
import { noteOnOrder } from '../../../src/server/ordering/orders/note-on-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { priceQuote } from '../../../src/server/ordering/quotes/answer-quote.ts'
import { requestQuote } from '../../../src/server/ordering/quotes/request-quote.ts'
import { creditAmount } from '../../../src/server/ordering/refunds/credit-amount.ts'
import { saveRequest } from '../../../src/server/ordering/requests/save-request.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { newId } from '../../../src/server/platform/ids.ts'
import { addToOutbox } from '../../../src/server/platform/outbox/queries.ts'
import { recordSearchMiss } from '../../../src/server/search/search-misses.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { askApi, newApiKey } from '../api/api-caller.ts'
import { newStaff, outcome, signedIn } from '../console/at-console.ts'
import { aForm, buy, fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { list, lists, newList } from '../ordering/lists/list-keeper.ts'
import { delivered } from '../ordering/orders/parcels.ts'
import { aRequest, sent } from '../ordering/requests/asker.ts'
import { subscribed } from '../ordering/subscriptions/subscriber.ts'
import { listening } from '../webhooks/receiver.ts'
import { addOrganization, bearerOf, requestOf, visit } from './page-visit.ts'
import { addCustomer, password } from './shopper.ts'

/** Stands in everything that the person or somebody who writes of them can type. */
const marks = /zqxi|987 ?65 ?43|850709-?9805/i
const [email, name, number] = ['zqxi@example.se', 'Anna Zqxilind', '850709-9805']
const profile = '/sv/my-account/profile/edit'
const typed = {
  email,
  name,
  phone: '+46 70 987 65 43',
  line1: 'Zqxigatan 1',
  line2: 'c/o Zqxilind',
  city: 'Zqxistad',
  customer_kind: 'organization',
  organization_name: 'Zqxilinds firma',
  organization_number: number,
  order_reference: 'Zqxilind 4711',
  cost_centre: 'Zqxilind',
  invoice_address: 'Zqxigatan 1',
  message: 'Ring Zqxilind',
} as const
const place = { id: '1', name: 'Zqxigatan', street: 'Zqxigatan 2', postalCode: '111 22', city: 'Zqxi' }

/** Everything in the database as text, but what bookkeeping keeps: documents as they were issued. */
async function everything({ db }: Shop): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map((table) => table.name).filter((each) => each !== 'documents')
  const texts: Record<string, string> = {}
  for (const table of tables)
    texts[table] = JSON.stringify(
      await db
        .selectFrom(table as 'orders')
        .selectAll()
        .execute(),
    )
  return texts
}

/** The log says with which account something was done by the id of it alone, which stays. */
const withoutIds = ({ audit_log: log = '', ...texts }: Record<string, string>) => ({
  ...texts,
  audit_log: log.replaceAll(/"subject(?:_id)?":"zqxi"/g, ''),
})

const namedIn = async (shop: Shop) =>
  Object.entries(withoutIds(await everything(shop))).flatMap(([table, text]) => (marks.test(text) ? [table] : []))

/** What staff and another system write of an order and its buyer. */
async function written(shop: Shop, orderId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  const delivery = JSON.stringify({ kind: 'service_point', name: 'Ombud', place })
  await shop.db.updateTable('orders').set({ delivery }).where('id', '=', orderId).execute()
  const note = `Zqxilind ringde från 070-987 65 43 (${email.toUpperCase()}), bor på Zqxigatan`
  await noteOnOrder(shop, { orderId, actor: 'Kim', note })
  await addLabels(shop, { orderId, typed: 'Zqxilind' })
  await creditAmount(shop, { orderId, actor: 'Kim', amount: 100, reason: 'Zqxilind fick en repa' })
  await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    units: [{ position: 1, quantity: 1, reason: 'changed_mind' }],
    message: 'Zqxilind',
  })
  const authorization = `Bearer ${await newApiKey(shop)}`
  const params = { number: order?.number ?? '' }
  await askApi(shop, 'POST', '/api/v1/orders/[number]/note', { authorization, params, body: { note } })
  for (const kind of ['mail.order_link', 'mail.withdrawal_link'] as const) {
    const payload = { number: params.number, email, askedAt: '' }
    await shop.db
      .transaction()
      .execute((trx) => addToOutbox(trx, { kind, dedupeKey: `${kind}${orderId}`, payload }, shop.now()))
  }
  const failed = { last_error: `550 <${email}> unknown` }
  await shop.db.updateTable('outbox').set(failed).where('kind', '=', 'mail.operator_order').execute()
}

/** Why staff have been in the person's account, and have blocked a gift card that was sent to them. */
async function explained(shop: Shop): Promise<void> {
  const boss = await signedIn(shop, 'manager')
  const params = { id: 'zqxi' }
  const visited = { action: 'log_in', reason: 'Zqxilind ringde om sin mamma' }
  expect(await outcome(shop, boss, customerScreen, { params, form: visited })).toMatchObject({ status: 303 })
  const card = { key: newId(), amount: '100', currency: 'SEK', email, language: 'sv' }
  await outcome(shop, boss, giftCardsScreen, { form: { action: 'issue', ...card } })
  const block = { action: 'block', reason: 'Zqxilind blev bestulen' }
  const blocked = await outcome(shop, boss, giftCardScreen, { params: { id: card.key }, form: block })
  expect(blocked).toMatchObject({ status: 303 })
}

const over = ({ db }: Shop) =>
  db.updateTable('orders').set({ status: 'delivered', hold: null, unpaid_difference: 0 }).execute()

test('of an erased account nothing is left in any table but the documents', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'zqxi' })
  const bearer = await bearerOf(shop, 'zqxi')
  const post = (form: Record<string, string>) => visit(shop, profile, profilePage, { bearer, form })
  await post({ section: 'details', name, phone: typed.phone, mail_consent: 'yes' })
  await post({ section: 'address', owner: '', id: '', ...typed, postal_code: '111 22', country: 'SE' })
  await post({ section: 'email', email: 'zqxi2@example.se', current_password: password })
  await addOrganization(shop, { id: 'firm', members: { zqxi: 'admin' } })
  await listening(shop, 'http://127.0.0.1:9/', ['order.placed', 'order.parcel_sent', 'return.requested'])
  const device = await shop.db.selectFrom('devices').select('slug').executeTakeFirstOrThrow()
  await visit(shop, '/sv/my-account/devices', devicesPage, { bearer, form: { action: 'save', slug: device.slug } })
  const renamed = { action: 'rename', slug: device.slug, name: 'Zqxilinds dator' }
  await visit(shop, '/sv/my-account/devices', devicesPage, { bearer, form: renamed })
  const listId = await newList(shop, bearer, 'Zqxilinds lista')
  await list(shop, bearer, listId, { form: { action: 'paste', rows: 'FAN 2' } })
  expect(await lists(shop, bearer)).toBeDefined()
  await sent(shop, aRequest({ name, email, organization: 'Zqxi', device: 'Zqxi', message: 'Zqxi', number: 'Zqxi-1' }))

  const mine = { ...typed, payment_method: 'sandbox' }
  const orderId = await delivered(shop, [['FAN', 3]], { form: mine })
  const others = await delivered(shop, [['BAT', 1]], { form: { ...mine, email: 'zqxi3@example.se' } })
  const ofFormer = await delivered(shop, [['BAT', 1]], { form: { ...mine, email: 'zqxi4@example.se' } })
  await addCustomer(shop, { id: 'former' })
  for (const [id, customer_id] of [
    [others, 'zqxi'],
    [ofFormer, 'former'],
  ] as const)
    await shop.db.updateTable('orders').set({ customer_id, organization_id: 'firm' }).where('id', '=', id).execute()
  const firm = { name: 'Zqxilinds firma', organization_number: number, vat_number: 'SE850709980501' }
  await shop.db.updateTable('organizations').set(firm).execute()
  for (const each of [orderId, others, ofFormer]) await written(shop, each)
  await holdOrder(shop, { orderId, actor: 'Kim', reason: 'Zqxilind' }).catch(() => undefined)
  await subscribed(shop, aForm(mine), 'zqxi')
  const items = [{ sku: 'FAN', quantity: 1 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'zqxi' })
  const reader = { customerId: 'zqxi', organization: null }
  const quote = await requestQuote(shop, { reader, checkoutId, message: 'Zqxilind vill ha rabatt' })
  if (quote.kind !== 'asked') throw new Error(quote.kind)
  await priceQuote(shop, { number: quote.number, prices: new Map([['FAN', 9_000]]), days: 30, answer: 'Hej Zqxilind' })
  await addNote(shop, { kind: 'customer', id: 'zqxi' }, { author: 'Kim', text: 'Zqxilind är trevlig' })
  await addNote(shop, { kind: 'organization', id: 'firm' }, { author: 'Kim', text: 'Zqxilind är trevlig' })
  await recordSearchMiss(shop.db, 'sv', `${name} faktura`, shop.now())
  const { id: staffId } = await newStaff(shop, 'seller')
  const view = { id: 'v', staff_id: staffId, list: 'orders', name: 'En', query: `q=${encodeURIComponent(email)}` }
  await shop.db.insertInto('staff_views').values(view).execute()
  await explained(shop)
  await over(shop)

  expect((await namedIn(shop)).length).toBeGreaterThan(15)
  expect(await post({ section: 'erase', sure: 'yes', current_password: password })).toMatchObject({
    page: { kind: 'erased' },
  })
  expect(await namedIn(shop)).toEqual([])
  const kept = await shop.db.selectFrom('order_events').select('note').where('note', 'like', '%ringde%').execute()
  expect(kept[0]?.note).toBe('••• ringde från ••• (•••), bor på •••')
  expect(await shop.db.selectFrom('audit_reasons').select('reason').execute()).toEqual([
    { reason: '••• blev bestulen' },
  ])
})

test('an account that is erased while it orders is erased without an order, or orders and stays', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'zqxi' })
  const bearer = await bearerOf(shop, 'zqxi')
  const customer = await customerById(shop.db, 'zqxi')
  if (!customer) throw new Error('no customer')
  const cart = { checkoutId: null, items: [{ sku: 'FAN', quantity: 1 }], coupons: [], customerId: 'zqxi' }
  const checkouts = await Promise.all([1, 2, 3].map(() => storeCart(shop, swedish(), cart)))
  const buying = checkouts.map((checkoutId) => buy(shop, checkoutId, aForm({ email, payment_method: 'sandbox' })))
  const keepsWriting = async (round: number) => {
    const lines = [{ text: 'Zqxi', quantity: round }]
    const asked = { customerId: 'zqxi', email, name, organization: '', vatNumber: '', device: '', message: '', lines }
    await saveRequest(shop, { shopping: swedish(), ...asked })
    await makeList(shop, 'zqxi', { name: 'Zqxilinds lista', parts: [] })
    const address = { section: 'address', owner: '', id: '', ...typed, postal_code: '111 22', country: 'SE' }
    await visit(shop, profile, profilePage, { bearer, form: address })
  }
  const writing = Promise.allSettled([1, 2, 3, 4].map(keepsWriting))
  const [isErased, placed] = await Promise.all([eraseCustomer(shop, customer, undefined), Promise.all(buying)])
  expect(new Set(placed.map(({ kind }) => kind))).toEqual(new Set([isErased ? 'empty' : 'placed']))
  expect(await customerById(shop.db, 'zqxi')).toEqual(isErased ? undefined : customer)
  await writing
  if (isErased) expect(await namedIn(shop)).toEqual([])
})

test('of an erased guest nothing is left in any table but the documents', async () => {
  await using shop = await fixtureShop()
  await listening(shop, 'http://127.0.0.1:9/', ['order.placed', 'order.parcel_sent', 'return.requested'])
  const orderId = await delivered(shop, [['FAN', 3]], { form: { ...typed, payment_method: 'sandbox' } })
  await written(shop, orderId)
  await over(shop)
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('no order')
  expect((await namedIn(shop)).length).toBeGreaterThan(5)
  const form = { action: 'erase', sure: 'yes' }
  const erased = await guestOrderPage(shop, order, await requestOf(shop, '/sv/my-order/x', { form }))
  expect(erased).toMatchObject({ page: { kind: 'erased' } })
  expect(await namedIn(shop)).toEqual([])
})

test('a buyer who still owes is not erased: an invoice could not be reminded of, nor a dispute answered', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'zqxi' })
  const bearer = await bearerOf(shop, 'zqxi')
  const orderId = await delivered(shop, [['FAN', 1]], { form: { email, payment_method: 'invoice' } })
  const number = (await orderById(shop.db, orderId))?.number
  const form = { section: 'erase', sure: 'yes', current_password: password }
  const erase = () => visit(shop, profile, profilePage, { bearer, form })
  expect(await erase()).toMatchObject({ status: 422, page: { eraseBlock: { orders: [number] } } })
  const guest = await orderById(shop.db, orderId)
  if (!guest) throw new Error('no order')
  const asked = await requestOf(shop, '/sv/my-order/x', { form: { action: 'erase', sure: 'yes' } })
  expect(await guestOrderPage(shop, guest, asked)).toMatchObject({ status: 409, page: { block: 'under_way' } })
  await addCustomer(shop, { id: 'colleague' })
  await addOrganization(shop, { id: 'firm', members: { zqxi: 'buyer', colleague: 'admin' } })
  const ofFirm = { customer_id: 'zqxi', organization_id: 'firm' }
  const block = async () => visit(shop, profile, profilePage, { bearer })
  expect(await block()).toMatchObject({ page: { eraseBlock: { orders: [number] } } })
  await shop.db.updateTable('orders').set(ofFirm).where('id', '=', orderId).execute()
  expect(await block(), 'the organization owes').toMatchObject({ page: { eraseBlock: { orders: [] } } })
  await shop.db.deleteFrom('organization_members').where('customer_id', '=', 'colleague').execute()
  expect(await block(), 'nobody else does').toMatchObject({ page: { eraseBlock: { orders: [number] } } })
  await shop.db.updateTable('invoices').set({ state: 'paid' }).execute()
  const disputed = await delivered(shop, [['FAN', 1]], { form: { email, payment_method: 'sandbox' } })
  await shop.db
    .updateTable('payment_attempts')
    .set({ payment_reference: 'pi' })
    .where('order_id', '=', disputed)
    .execute()
  const dispute = {
    id: 'd',
    reference: 'pi',
    amount: 100,
    currency: 'SEK',
    status: 'open',
    at: '',
    updated_at: '',
  } as const
  await shop.db.insertInto('provider_disputes').values(dispute).execute()
  expect(await erase()).toMatchObject({ status: 422, page: { eraseBlock: { orders: ['100002'] } } })
  await shop.db.updateTable('provider_disputes').set({ status: 'won' }).execute()
  expect(await erase()).toMatchObject({ page: { kind: 'erased' } })
})
