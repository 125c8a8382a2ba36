import { expect, test } from 'vitest'
import type { PhoneOrderPage } from '../../../src/contracts/console/phone-order.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { phoneOrderScreen } from '../../../src/server/console/phone-orders/phone-order-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { confirmationPage } from '../../../src/server/ordering/order-pages/confirmation-page.ts'
import { orderByNumber, orderLineRows } from '../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop, somebody, stockOf, swedish } from '../ordering/checkout/buyer.ts'
import { openCheckout, visitCheckout } from '../ordering/checkout/visit-checkout.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const buyer = {
  email: 'Anna@Example.se',
  phone: '+46 70 123 45 67',
  customer_kind: 'private',
  name: 'Anna Andersson',
  line1: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  language: 'sv',
  payment_method: 'link',
}

async function phoneOrderForm(shop: Shop, browser: Browser) {
  const { key } = await contentOf(shop, browser, phoneOrderScreen)
  const send = (action: string, fields: Record<string, string>) =>
    outcome(shop, browser, phoneOrderScreen, { form: { key, ...buyer, ...fields, action } })
  const preview = async (fields: Record<string, string>): Promise<PhoneOrderPage> => {
    const { content } = await send('preview', fields)
    if (!content) throw new Error('Nothing was shown.')
    return content
  }
  return { key, send, preview }
}

const ordersOf = async ({ db }: Shop) => db.selectFrom('orders').select(['id', 'number', 'status']).execute()
const placedLog = async ({ db }: Shop) =>
  db.selectFrom('audit_log').select(['actor', 'subject']).where('operation', '=', 'orders.place').execute()
const numberIn = (location: string | null) => /orders\/(\d+)/.exec(location ?? '')?.[1] ?? ''

test('a seller sees parts, stock and sum, and places the order; its history and the log name the seller', async () => {
  await using shop = await fixtureShop()
  const { send, preview } = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const parts = { 'sku:0': 'fan', 'units:0': '2', 'sku:1': 'RAM', 'units:1': '' }
  const page = await preview(parts)
  const { on_hand: onHand, reserved } = await stockOf(shop, 'fan')
  expect(onHand - reserved).toBeGreaterThan(2)
  expect(page.problems).toEqual([])
  expect(page.rows).toMatchObject([
    { sku: 'FAN', units: '2', fault: null, part: { unitPrice: 9_900, available: onHand - reserved } },
    { sku: 'RAM', units: '1', fault: null, part: { unitPrice: 19_900 } },
  ])
  // 2 x 99.00 + 199.00 + 49.00 for the delivery.
  expect(page.shown).toMatchObject({ total: 44_600, sums: { items: 39_700, delivery: 4_900 } })
  expect(await ordersOf(shop)).toEqual([])
  const { status, location } = await send('place', { ...parts, seen: page.seen })
  expect(status).toBe(303)
  const number = numberIn(location)
  const order = await orderByNumber(shop.db, number)
  expect(order).toMatchObject({ total: 44_600, status: 'pending_payment', email: 'anna@example.se', customer_id: null })
  expect((await orderLineRows(shop.db, order?.id ?? '')).map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['FAN', 2],
    ['RAM', 1],
  ])
  const seen = await contentOf(shop, await signedIn(shop, 'manager'), orderScreen, { params: { number } })
  expect(seen.history).toMatchObject([{ actor: 'The seller', note: 'placed by phone' }])
  expect(await placedLog(shop)).toEqual([{ actor: 'The seller', subject: number }])
  const mails = await shop.db.selectFrom('outbox').select('kind').where('kind', '=', 'mail.order_payment').execute()
  expect(mails).toHaveLength(1)
})

test('the mailed link pays the order in every browser; its checkout neither pays nor shows the buyer', async () => {
  await using shop = await fixtureShop()
  const { send, preview } = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const parts = { 'sku:0': 'FAN', 'units:0': '1' }
  const { location } = await send('place', { ...parts, seen: (await preview(parts)).seen })
  const { checkout_id: id = '' } = (await orderByNumber(shop.db, numberIn(location))) ?? {}
  await deliverOutbox(shop)
  const mailed = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').join()
  const link = new URL(/https?:\S+[/]checkout[/]\S+/.exec(mailed)?.[0] ?? '')
  const opened = async (url: URL) => visitCheckout(shop, swedish(), id, new Request(url), somebody())
  expect(await opened(link)).toMatchObject({ kind: 'go', path: expect.stringContaining('/sandbox-payment/') })
  const setStatus = async (status: 'expired' | 'pending_payment') =>
    shop.db.updateTable('orders').set({ status }).where('checkout_id', '=', id).execute()
  await setStatus('expired')
  expect(await opened(link), 'as the seller was told').toMatchObject({ kind: 'go', path: `/sv/checkout/${id}` })
  const form = { name: 'Anna Andersson' }
  expect(await openCheckout(shop, 'sv', id, somebody())).toMatchObject({ kind: 'page', page: { form } })
  await setStatus('pending_payment')
  link.search = ''
  expect(await opened(link)).toMatchObject({ kind: 'go', path: `/sv/checkout/confirmation/${id}` })
  const page = await confirmationPage(shop, id, { session: null, cookies: somebody().cookies })
  expect(page).toMatchObject({ isBuyer: false, order: { email: '', address: { name: '' } } })
})

test('words in place of a number lead to the parts that they mean, one of which is chosen', async () => {
  await using shop = await fixtureShop()
  const { preview } = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const typed = { 'sku:0': 'fan', 'units:0': '2', 'sku:1': 'ram part', 'units:1': '3' }
  const { rows } = await preview(typed)
  expect(rows[0]?.meant).toBeUndefined()
  expect(rows[1]).toMatchObject({ sku: 'ram part', fault: 'unknown' })
  const { on_hand: onHand, reserved } = await stockOf(shop, 'ram')
  expect(rows[1]?.meant).toContainEqual({ sku: 'RAM', name: expect.any(String), available: onHand - reserved })
  // A product with choices cannot be ordered: they are suggested in its place.
  const heads = await preview({ ...typed, 'sku:1': 'KB' })
  expect(heads.rows[1]?.meant?.map(({ sku }) => sku)).toEqual(['KB-DE', 'KB-NORDIC', 'KB-US'])
  const chosen = await preview({ ...typed, pick: '1:RAM' })
  expect(chosen.rows).toMatchObject([
    { sku: 'FAN', units: '2', fault: null },
    { sku: 'RAM', units: '3', fault: null },
  ])
  for (const pick of ['7:RAM', 'RAM', '1:']) expect((await preview({ ...typed, pick })).rows).toEqual(rows)
})

test('an order is placed again by phone at the prices of today, and says what there is too little of', async () => {
  await using shop = await fixtureShop()
  const [seller, warehouse] = [await signedIn(shop, 'seller'), await signedIn(shop, 'warehouse')]
  const { send, preview } = await phoneOrderForm(shop, seller)
  const parts = { 'sku:0': 'FAN', 'units:0': '2', 'sku:1': 'RAM', 'units:1': '3' }
  const number = numberIn((await send('place', { ...parts, seen: (await preview(parts)).seen })).location)
  const again = (query: Record<string, string>, by = seller) => contentOf(shop, by, phoneOrderScreen, { query })
  const first = await again({ order: number })
  expect(first.problems).toEqual([])
  expect(first.typed).toMatchObject({ ...buyer, email: 'anna@example.se', phone: first.typed['phone'] })
  await shop.db.updateTable('prices').set({ amount: 8_800 }).where('product_id', '=', 'fan').execute()
  await shop.db.updateTable('stock').set({ on_hand: 4 }).where('product_id', '=', 'ram').execute()
  const page = await again({ order: number })
  expect(page.rows).toMatchObject([
    { sku: 'FAN', units: '2', fault: null, part: { unitPrice: 8_800 } },
    { sku: 'RAM', units: '3', fault: 'short' },
  ])
  expect(await ordersOf(shop)).toHaveLength(1)
  expect((await again({ order: '999999' })).rows).toEqual([])
  expect((await outcome(shop, warehouse, phoneOrderScreen, { query: { order: number } })).status).toBe(403)
  const { 'sku:1': _ram, 'units:1': _three, ...fans } = parts
  const placed = await outcome(shop, seller, phoneOrderScreen, {
    form: { ...page.typed, key: page.key, seen: (await preview(fans)).seen, ...fans, action: 'place' },
  })
  expect(placed.status).toBe(303)
  expect(await ordersOf(shop)).toHaveLength(2)
})

test('a double click and the same form again place one order', async () => {
  await using shop = await fixtureShop()
  const { send, preview } = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const { seen } = await preview({ 'sku:0': 'FAN' })
  const both = await Promise.all([1, 2, 3].map(() => send('place', { 'sku:0': 'FAN', seen })))
  const later = await send('place', { 'sku:0': 'FAN', seen })
  expect(new Set([...both, later].map(({ location }) => numberIn(location))).size).toBe(1)
  expect(await ordersOf(shop)).toHaveLength(1)
  expect(await placedLog(shop)).toHaveLength(1)
})

test('the same form key of another person places another order', async () => {
  await using shop = await fixtureShop()
  const first = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const other = await phoneOrderForm(shop, await signedIn(shop, 'manager'))
  const { seen } = await first.preview({ 'sku:0': 'FAN' })
  const place = (send: typeof first.send) => send('place', { 'sku:0': 'FAN', seen, key: first.key })
  const [one, two] = [await place(first.send), await place(other.send)]
  expect(numberIn(one.location)).not.toBe(numberIn(two.location))
  expect((await first.send('place', { 'sku:0': 'FAN', seen, key: 'x' })).status).toBe(422)
})

test('an account is found by its address, and its own prices and details are used', async () => {
  await using shop = await fixtureShop()
  const email = await addCustomer(shop, { id: 'anna' })
  await shop.db
    .insertInto('personal_discounts')
    .values({ id: 'd1', customer_id: 'anna', organization_id: null, discount_category: 'power', percent: 10 })
    .execute()
  const { send, preview } = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const form = { 'sku:0': 'BAT', email: ` ${email.toUpperCase()} ` }
  const [page, guest] = [await preview(form), await preview({ 'sku:0': 'BAT', email: 'guest@example.se' })]
  expect(page.account).toEqual({ id: 'anna', name: 'Name of anna' })
  expect(page.shown?.sums.items).toBeLessThan(guest.shown?.sums.items ?? 0)
  expect((await preview({ ...form, name: '', line1: '', postal_code: '' })).typed['name']).toBe('Name of anna')
  const { location } = await send('place', { ...form, seen: page.seen })
  expect(await orderByNumber(shop.db, numberIn(location))).toMatchObject({
    customer_id: 'anna',
    total: page.shown?.total,
  })
})

test('what cannot be ordered is said, nothing is placed, and nothing that was typed is lost', async () => {
  await using shop = await fixtureShop()
  const { send, preview } = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const faults = async (sku: string, units: string) =>
    (await preview({ 'sku:0': sku, 'units:0': units })).rows.map(({ fault }) => fault)
  expect(await faults('<script>alert(1)</script>', '1')).toEqual(['unknown'])
  for (const units of ['0', '-1', '1.5', 'x', '99999999']) expect(await faults('FAN', units)).toEqual(['units'])
  expect(await faults('FAN', '4000')).toEqual(['short'])
  const { seen } = await preview({ 'sku:0': 'FAN' })
  const refused = async (fields: Record<string, string>) =>
    (await send('place', { 'sku:0': 'FAN', seen, ...fields })).content
  expect((await refused({ seen: '' }))?.problems).toEqual([{ kind: 'unseen' }])
  expect((await refused({ seen: 'forged' }))?.problems).toEqual([{ kind: 'changed' }])
  expect((await refused({ 'units:0': '2' }))?.problems).toEqual([{ kind: 'changed' }])
  expect((await refused({ 'sku:0': '' }))?.problems).toEqual([{ kind: 'empty' }])
  const wrong = await refused({ email: 'nobody', country: 'XX', city: '', line1: 'Kvar 7' })
  expect(wrong?.problems.map((each) => each.kind === 'field' && each.field).sort()).toEqual(
    expect.arrayContaining(['city', 'country', 'email']),
  )
  expect(wrong).toMatchObject({ typed: { line1: 'Kvar 7', email: 'nobody' }, rows: [{ sku: 'FAN' }] })
  expect(await ordersOf(shop)).toEqual([])
})

test('a price that rose after the sum was shown is shown again before anything is placed', async () => {
  await using shop = await fixtureShop()
  const { send, preview } = await phoneOrderForm(shop, await signedIn(shop, 'seller'))
  const { seen } = await preview({ 'sku:0': 'FAN', 'units:0': '1' })
  const dearer = await preview({ 'sku:0': 'RAM', 'units:0': '1' })
  expect((await send('place', { 'sku:0': 'RAM', 'units:0': '1', seen })).content).toMatchObject({
    problems: [{ kind: 'changed' }],
    shown: { total: dearer.shown?.total },
    seen: dearer.seen,
  })
})
