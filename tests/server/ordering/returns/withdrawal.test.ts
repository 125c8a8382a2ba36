import { expect, test } from 'vitest'
import type { Session } from '../../../../src/server/identity/sessions/session.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop, movableClock, stockOf } from '../checkout/buyer.ts'
import { confirmed, countsOf, delivered, paidBack, setAside, statusOf } from '../orders/parcels.ts'
import { anna, ask, opened, byLink } from './withdrawal-browser.ts'

test('two steps withdraw from a delivered purchase, and a dated receipt is sent', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [
    ['FAN', 2],
    ['BAT', 1],
  ])
  expect(await ask(shop)).toEqual({ kind: 'ask', number: '', email: '', name: '', fault: null })
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies)).toMatchObject({
    kind: 'choose',
    name: 'Anna Andersson',
    until: '2026-06-29',
    lines: [{ quantity: 2, most: 2 }, { quantity: 1 }],
  })
  expect(await byLink(shop, cookies, { action: 'choose', 'quantity:1': '1' })).toMatchObject({
    kind: 'confirm',
    goesBack: true,
    pays: { goods: 9_900, deduction: 0, delivery: 0, total: 9_900 },
    lines: [{ position: 1, quantity: 1 }],
  })
  expect(await statusOf(shop, orderId)).toBe('delivered')
  expect(await byLink(shop, cookies, { action: 'confirm', 'quantity:1': '1' })).toMatchObject({
    kind: 'done',
    at: '2026-06-15T12:00:00.000Z',
    returnNumber: 'R100001',
    units: [{ sku: 'FAN', quantity: 1 }],
  })
  expect(await statusOf(shop, orderId)).toBe('return_requested')
  const receipt = (await mailsOf(shop)).find(
    (mail) => mail.includes('withdrawal-') && !mail.includes('withdrawal-link-'),
  )
  for (const text of [
    'Anna Andersson ångrar köpet',
    'beställning 100001',
    '15 juni 2026',
    '14:00',
    '1 x fan del (FAN)',
    'R100001',
    'Öppna beställningen',
  ])
    expect(receipt).toContain(text)
})

test('unshipped units are cancelled and refunded at once, with delivery when nothing is left', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await confirmed(shop, [['FAN', 2]])
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies, { action: 'choose', 'quantity:1': '2' })).toMatchObject({
    kind: 'confirm',
    goesBack: false,
    pays: { delivery: 4_900, total: 2 * 9_900 + 4_900 },
  })
  expect(await byLink(shop, cookies, { action: 'confirm', 'quantity:1': '2' })).toMatchObject({
    kind: 'done',
    returnNumber: null,
  })
  expect([
    await statusOf(shop, orderId),
    await paidBack(shop, orderId),
    (await setAside(shop, orderId)).refunded,
  ]).toEqual(['cancelled', 24_700, 24_700])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
  clock.advance(60)
  expect(await byLink(shop, await opened(shop))).toMatchObject({ kind: 'over' })
})

test('of a half-shipped order, one half is cancelled and the other returned', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]])
  await shipOrder(shop, {
    orderId,
    actor: 'operator',
    carrier: '',
    trackingNumber: 'A1',
    units: [{ position: 1, quantity: 1 }],
  })
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies, { action: 'confirm', 'quantity:1': '3' })).toMatchObject({
    kind: 'done',
    returnNumber: 'R100002',
  })
  expect(await countsOf(shop, orderId)).toEqual([{ sku: 'FAN', quantity: 3, shipped: 1, refunded: 2, cancelled: 2 }])
  const row = await shop.db.selectFrom('returns').select('id').where('number', '=', 'R100002').executeTakeFirstOrThrow()
  expect(
    (await receiveReturn(shop, { returnId: row.id, actor: 'operator', isRestocked: true, isRefunded: true })).order
      .status,
  ).toBe('refunded')
  expect([await paidBack(shop, orderId), await stockOf(shop, 'fan')]).toEqual([
    3 * 9_900 + 4_900,
    { on_hand: 20, reserved: 0 },
  ])
})

test('the right ends with the fourteenth day after complete delivery; organizations do not have it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await confirmed(shop, [['FAN', 1]])
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: '' })
  clock.advance(40 * 24 * 3600)
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies)).toMatchObject({ kind: 'choose', until: null })
  await deliverOrder(shop, { orderId, actor: 'operator' })
  clock.advance(17 * 24 * 3600)
  expect(await byLink(shop, await opened(shop), { action: 'confirm', 'quantity:1': '1' })).toMatchObject({
    kind: 'over',
    isOrganization: false,
  })
  clock.advance(60)
  await confirmed(shop, [['FAN', 1]], {
    form: { customer_kind: 'organization', organization_name: 'AB', organization_number: '559999-4604' },
  })
  expect(await byLink(shop, await opened(shop, { ...anna, number: '100002' }))).toMatchObject({
    kind: 'over',
    isOrganization: true,
  })
})

test("a guest's or customer's session replaces the e-mail address, only for their own order", async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 1]])
  const guest = { order: { id: orderId, number: '100001' }, customer: null } as unknown as Session
  expect(await ask(shop, undefined, { session: guest })).toMatchObject({ kind: 'choose', number: '100001' })
  expect(
    await ask(shop, { number: '100001', name: '', action: 'confirm', 'quantity:1': '1' }, { session: guest }),
  ).toMatchObject({ kind: 'choose', fault: 'name_missing' })
  expect(
    await ask(shop, { number: '100001', name: 'Anna', action: 'confirm', 'quantity:1': '0' }, { session: guest }),
  ).toMatchObject({ kind: 'choose', fault: 'nothing_chosen' })
  const customer = { order: null, customer: { id: 'anna' } } as unknown as Session
  expect(await ask(shop, { number: '100001', action: 'find' }, { session: customer })).toMatchObject({
    kind: 'ask',
    fault: 'email_invalid',
  })
  await shop.db.updateTable('orders').set({ customer_id: 'anna' }).execute()
  expect(await ask(shop, { number: '100001', action: 'find' }, { session: customer })).toMatchObject({ kind: 'choose' })
})
