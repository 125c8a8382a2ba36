import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { orderEditScreen } from '../../../src/server/console/orders/edit-page.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailFiles, readMail } from '../../support/mailbox.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

async function opened(shop: Shop, browser: Browser, id: string) {
  const params = { number: (await orderById(shop.db, id))?.number ?? '' }
  const page = await contentOf(shop, browser, orderEditScreen, { params })
  const { address, version } = page
  const fields: Record<string, string> = { ...address, version, expected: '', method: page.method, point: page.point }
  for (const { position, quantity } of page.lines) fields[`units:${position}`] = String(quantity)
  const send = (changes: Record<string, string>) =>
    outcome(shop, browser, orderEditScreen, { params, form: { ...fields, ...changes } })
  return { params, page, send }
}

const logOf = async ({ db }: Shop) => {
  const rows = await db.selectFrom('audit_log').selectAll().where('operation', '=', 'orders.edit').execute()
  return rows.map(({ before, after }) => ({ before, after, changes: JSON.parse(after) as Record<string, unknown> }))
}

test('a seller sees the new sum in words, saves it, and the log keeps no address', async () => {
  await using shop = await fixtureShop()
  const [seller, id] = [await signedIn(shop, 'seller'), await confirmed(shop, [['FAN', 2]])]
  const { params, send } = await opened(shop, seller, id)
  const change = { 'units:1': '3', 'sku:0': 'ram', 'add:0': '', line1: 'Hemliga gatan 7', phone: '070-999 88 77' }
  expect((await send({ ...change, action: 'save' })).fault).toBe('Show the new sum first.')
  const { content } = await send({ ...change, action: 'preview' })
  // 3 x 99.00 + 199.00 + 49.00 is 298.00 more than 2 x 99.00 + 49.00.
  expect(content?.shown).toMatchObject({ total: 54_500, difference: { kind: 'more', amount: 29_800 } })
  expect(content?.typed).toMatchObject({ 'units:1': '3', 'sku:0': 'ram', line1: 'Hemliga gatan 7' })
  expect(await orderById(shop.db, id)).toMatchObject({ total: 24_700, hold: null })
  const saved = await send({ ...change, action: 'save', expected: '54500' })
  expect([saved.status, saved.location]).toEqual([303, `/console/orders/${params.number}?done=save`])
  expect(await orderById(shop.db, id)).toMatchObject({
    total: 54_500,
    hold: 'unpaid_difference',
    phone: '070-999 88 77',
  })
  const order = await contentOf(shop, seller, orderScreen, { params })
  expect(order.history[0]).toMatchObject({ actor: 'The seller' })
  expect(order.history[0]?.note).toContain('FAN 2 -> 3, +1 x ram, address, phone, total')
  const [entry] = await logOf(shop)
  expect(entry?.changes).toMatchObject({ total: 54_500, unpaid: 29_800, units: { '1 FAN': 3, '2 RAM': 1 } })
  expect(Object.keys(entry?.changes ?? {})).toEqual(expect.arrayContaining(['address', 'phone']))
  expect(`${entry?.before} ${entry?.after} ${order.history[0]?.note}`).not.toMatch(/gatan|070|Anna/)
})

test('words in place of a number lead to the parts that they mean, and one press adds one', async () => {
  await using shop = await fixtureShop()
  const [seller, id] = [await signedIn(shop, 'seller'), await confirmed(shop, [['FAN', 2]])]
  const { send } = await opened(shop, seller, id)
  const typed = { action: 'preview', 'sku:0': 'ram part', 'add:0': '2', line1: 'Nygatan 7' }
  const { content } = await send(typed)
  expect(content).toMatchObject({ shown: null, unknown: { row: '0' }, typed: { line1: 'Nygatan 7', 'add:0': '2' } })
  expect(content?.unknown?.parts.map(({ sku }) => sku)).toContain('RAM')
  const picked = await send({ ...typed, pick: '0:RAM' })
  expect(picked.content).toMatchObject({ unknown: null, typed: { 'sku:0': 'RAM', line1: 'Nygatan 7' } })
  expect(picked.content?.shown?.lines.map(({ sku, quantity }) => [sku, quantity])).toContainEqual(['RAM', 2])
  expect((await send({ ...typed, 'sku:0': 'zzqxx' })).fault).toContain('zzqxx')
})

test('of two people who change an order at once, the second is shown what the first did', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'seller'), await signedIn(shop, 'manager')]
  const id = await confirmed(shop, [['FAN', 2]])
  const pages = [await opened(shop, one, id), await opened(shop, other, id)] as const
  const change = { action: 'save', 'units:1': '1', expected: '14800' }
  const both = await Promise.all(pages.map(({ send }) => send(change)))
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  const second = both.find(({ status }) => status === 422)
  expect(second?.fault).toMatch(/^The (seller|manager) has changed this/)
  const since = second?.content?.history.filter(({ version }) => version > Number(pages[0].page.version))
  expect(since?.map(({ note }) => note).join()).toContain('FAN 2 -> 1')
  expect(await logOf(shop)).toHaveLength(1)
  expect(await orderById(shop.db, id)).toMatchObject({ total: 14_800 })
})

test('a form that is wrong is refused in words and changes nothing', async () => {
  await using shop = await fixtureShop()
  const [seller, id] = [await signedIn(shop, 'seller'), await confirmed(shop, [['FAN', 2]])]
  const { send } = await opened(shop, seller, id)
  const refused = async (changes: Record<string, string>) => (await send({ action: 'preview', ...changes })).fault
  expect(await refused({})).toBe('Nothing is changed.')
  expect(await refused({ 'units:1': '21' })).toBe('Too little of FAN in stock: 18 more can be added.')
  expect(await refused({ 'sku:3': '<script>', 'add:3': '1' })).toContain('<script> cannot be added')
  for (const units of ['-1', '1.5', 'x', '99999999']) expect(await refused({ 'units:1': units })).not.toBeNull()
  expect(await refused({ 'units:1': '0' })).toContain('Cancel the order instead')
  expect(await refused({ country: 'XX' })).toBe('The shop does not sell to that country.')
  expect(await refused({ postal_code: '1' })).toBe('The postal code does not fit the country.')
  expect(await refused({ name: '' })).toBe('Fill in name, street and city.')
  expect((await send({ action: 'save', 'units:1': '1', expected: '1' })).fault).toContain('another by now')
  expect((await send({ action: 'save', 'units:1': '1', expected: "1' or 1=1" })).fault).toBe('Show the new sum first.')
  expect(await orderById(shop.db, id)).toMatchObject({ total: 24_700 })
})

test('a partly shipped order is changed as far as it is not shipped, and the buyer is told what is new', async () => {
  await using shop = await fixtureShop()
  const seller = await signedIn(shop, 'seller')
  const id = await confirmed(shop, [['FAN', 3]], { form: { payment_method: 'invoice' } })
  const units = [{ position: 1, quantity: 1 }]
  await shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '', units })
  const { page, send } = await opened(shop, seller, id)
  expect(page).toMatchObject({ isCharged: true, countries: ['SE'], lines: [{ quantity: 3, shipped: 1 }] })
  expect((await send({ action: 'preview', 'units:1': '0' })).fault).toBe(
    '1 of FAN are shipped already. It cannot be fewer; receive them as a return.',
  )
  expect((await send({ action: 'preview', country: 'FI', postal_code: '00100' })).fault).toContain('country')
  expect((await send({ action: 'preview', method: 'x' })).fault).toContain('delivery cannot be changed')
  const change = { 'units:1': '2', 'sku:0': 'RAM', 'add:0': '1', line1: 'Nya gatan 7' }
  const { content } = await send({ ...change, action: 'preview' })
  // 346.00 less 99.00, and 199.00 more.
  expect(content?.shown).toMatchObject({
    before: 34_600,
    total: 44_600,
    difference: { kind: 'more_billed', amount: 10_000 },
    own: { credited: 9_900, charged: 19_900, isInvoice: true },
  })
  const saved = await send({ ...change, action: 'save', expected: '44600' })
  expect([saved.status, saved.fault]).toEqual([303, null])
  const [entry] = await logOf(shop)
  expect(entry?.changes).toMatchObject({ units: { '1 FAN': 3, '2 RAM': 1 }, cancelled: { FAN: 1 } })
  expect(`${entry?.before} ${entry?.after}`).not.toContain('gatan')
  expect((await opened(shop, seller, id)).page.lines).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
  await deliverOutbox(shop)
  const file = mailFiles(shop.env.SHOP_DATA).find((name) => name.includes('order-edited')) ?? ''
  expect(readMail(file).text).toContain('mer ska betalas, på en egen faktura.')
  const [, second] = await shop.db.selectFrom('invoices').select('number').orderBy('number').execute()
  expect(readFileSync(file, 'utf8')).toContain(`${second?.number}.pdf`)
})
