import { expect, test } from 'vitest'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { returnScreen } from '../../../src/server/console/returns/return-page.ts'
import { returnsScreen } from '../../../src/server/console/returns/returns-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { orderDetails } from '../../../src/server/ordering/order-pages/order-details.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailsOf } from '../identity/shopper.ts'
import { fixtureShop, movableClock, stockOf } from '../ordering/checkout/buyer.ts'
import { delivered, paidBack } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const announced = async (shop: Shop) => {
  const orderId = await delivered(shop, [
    ['FAN', 3],
    ['BAT', 1],
  ])
  const units = [
    { position: 1, quantity: 2, reason: 'does_not_fit' as const },
    { position: 2, quantity: 1, reason: 'faulty' as const },
  ]
  const { number } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  return { orderId, number, params: { number } }
}

async function receive(shop: Shop, browser: Browser, number: string, form: Record<string, string>) {
  const params = { number }
  const { version } = await contentOf(shop, browser, returnScreen, { params })
  return outcome(shop, browser, returnScreen, { params, form: { action: 'receive', version, ...form } })
}

test('returns are listed by their status and found by their number or order', async () => {
  await using shop = await fixtureShop()
  const { number } = await announced(shop)
  const browser = await signedIn(shop, 'warehouse')
  const labels = async (query: Record<string, string>) =>
    (await contentOf(shop, browser, returnsScreen, { query })).rows.map(({ label }) => label)
  expect(await labels({ status: 'requested' })).toEqual([number])
  expect(await labels({ status: 'refunded' })).toEqual([])
  for (const q of [number.toLowerCase(), '100001']) expect(await labels({ q })).toEqual([number])
  for (const q of ['x', "' or 1=1 --"]) expect(await labels({ q })).toEqual([])
})

test('a parcel is received by line, to stock or scrapped, and paid back when somebody who may asks', async () => {
  await using shop = await fixtureShop()
  const { orderId, number, params } = await announced(shop)
  const [before, bat] = [await stockOf(shop, 'fan'), await stockOf(shop, 'bat')]
  const packer = await signedIn(shop, 'warehouse')
  const form = { 'units:1': '1', 'units:2': '1', 'scrap:1': '0', 'scrap:2': '1' }
  expect((await receive(shop, packer, number, { ...form, action: 'receive_refund' })).status).toBe(403)
  expect((await receive(shop, packer, number, form)).status).toBe(303)
  expect([await stockOf(shop, 'fan'), await stockOf(shop, 'bat'), await paidBack(shop, orderId)]).toEqual([
    { ...before, on_hand: before.on_hand + 1 },
    bat,
    0,
  ])
  const page = await contentOf(shop, packer, returnScreen, { params })
  expect(page.lines.map(({ sku, received, restocked }) => [sku, received, restocked])).toEqual([
    ['FAN', 1, 1],
    ['BAT', 1, 0],
  ])
  const seller = await signedIn(shop, 'seller')
  const cameBack = async () =>
    (await contentOf(shop, seller, orderScreen, { params: { number: '100001' } })).lines.map((line) => line.cameBack)
  expect(await cameBack()).toEqual([1, 1])
  const { pays } = await contentOf(shop, seller, returnScreen, { params })
  const seen = String((pays?.total ?? 0) - (pays?.setOff ?? 0))
  expect((await receive(shop, seller, number, { action: 'receive_refund', seen, 'units:1': '1' })).status).toBe(303)
  // What the packer received without paying it back is left to the seller.
  expect(await cameBack()).toEqual([1, 1])
  expect((await contentOf(shop, seller, returnScreen, { params })).may.refund).toBe(true)
  expect((await contentOf(shop, packer, returnScreen, { params })).may.refund).toBe(false)
  expect(await paidBack(shop, orderId)).toBe(9_900)
  expect((await auditOf(shop.db, { kind: 'order', id: orderId })).map(({ operation }) => operation)).toEqual([
    'returns.receive',
    'returns.receive',
  ])
})

test('of three units one is scrapped and two go to stock, and never more are scrapped than have come', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 3]])
  const units = [{ position: 1, quantity: 3, reason: 'does_not_fit' as const }]
  const { number } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const before = await stockOf(shop, 'fan')
  const packer = await signedIn(shop, 'warehouse')
  expect((await receive(shop, packer, number, { 'units:1': '2', 'scrap:1': '3' })).status).toBe(422)
  expect((await receive(shop, packer, number, { 'units:1': '3', 'scrap:1': '1' })).status).toBe(303)
  expect(await stockOf(shop, 'fan')).toEqual({ ...before, on_hand: before.on_hand + 2 })
  const { lines } = await contentOf(shop, packer, returnScreen, { params: { number } })
  expect(lines.map(({ received, restocked }) => [received, restocked])).toEqual([[3, 2]])
})

test('what comes back as faulty is scrapped unless somebody says otherwise', async () => {
  await using shop = await fixtureShop()
  const { params } = await announced(shop)
  const packer = await signedIn(shop, 'warehouse')
  const { lines } = await contentOf(shop, packer, returnScreen, { params })
  expect(lines.map(({ reason, scrapped }) => [reason, scrapped])).toEqual([
    ['does_not_fit', 0],
    ['faulty', 1],
  ])
})

test('counts that were changed are paid back only after their sum was shown', async () => {
  await using shop = await fixtureShop()
  const { orderId, number, params } = await announced(shop)
  const seller = await signedIn(shop, 'seller')
  const { pays } = await contentOf(shop, seller, returnScreen, { params })
  const form = { action: 'receive_refund', 'units:1': '1', 'units:2': '0', 'scrap:1': '1' }
  const asked = await receive(shop, seller, number, { ...form, seen: String(pays?.total) })
  expect(asked.content).toMatchObject({ isAsked: true, pays: { total: 9_900 } })
  expect(asked.content?.lines.map(({ came, scrapped }) => [came, scrapped])).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect(await paidBack(shop, orderId)).toBe(0)
  expect((await receive(shop, seller, number, { ...form, seen: '9900' })).status).toBe(303)
  expect(await paidBack(shop, orderId)).toBe(9_900)
})

test('scrapping more than has come is refused in words and at its field, before a sum is asked about', async () => {
  await using shop = await fixtureShop()
  const { orderId, number } = await announced(shop)
  const seller = await signedIn(shop, 'seller')
  const form = { 'units:1': '1', 'scrap:1': '2', 'units:2': '0', 'scrap:2': '1' }
  for (const action of ['receive', 'receive_refund']) {
    const refused = await receive(shop, seller, number, { ...form, action, seen: '1' })
    expect([action, refused.status, refused.fault]).toEqual([action, 422, 'More of FAN is scrapped than has come.'])
    expect(refused.values).toMatchObject({ 'fault:scrap:1': expect.any(String), 'units:1': '1', 'scrap:1': '2' })
  }
  const beyond = await receive(shop, seller, number, { action: 'receive_refund', seen: '1', 'units:1': '3' })
  expect([beyond.status, await paidBack(shop, orderId)]).toEqual([422, 0])
})

test('a form that says nothing of scrapped units, as one of before, sells no faulty part again', async () => {
  await using shop = await fixtureShop()
  const { number } = await announced(shop)
  const [fan, bat] = [await stockOf(shop, 'fan'), await stockOf(shop, 'bat')]
  const packer = await signedIn(shop, 'warehouse')
  expect((await receive(shop, packer, number, { 'units:1': '1', 'units:2': '1', 'fate:2': 'scrap' })).status).toBe(303)
  expect(await stockOf(shop, 'fan')).toEqual({ ...fan, on_hand: fan.on_hand + 1 })
  expect(await stockOf(shop, 'bat')).toEqual(bat)
})

test('scanned units stand in the address, and a wrong part or one too many is refused', async () => {
  await using shop = await fixtureShop()
  const { params } = await announced(shop)
  const browser = await signedIn(shop, 'warehouse')
  const scan = (code: string, query = {}) =>
    outcome(shop, browser, returnScreen, { params, query, form: { action: 'scan', code } })
  const { location } = await scan('fan')
  const query = Object.fromEntries(new URL(location ?? '', 'http://shop.test').searchParams)
  const { lines } = await contentOf(shop, browser, returnScreen, { params, query })
  expect(lines.map(({ came }) => came)).toEqual([1, 0])
  expect((await scan('BAT', { got: '2x1' })).status).toBe(422)
  for (const code of ['CAB', 'x']) expect((await scan(code)).status).toBe(422)
  const lied = await contentOf(shop, browser, returnScreen, { params, query: { got: '1x999 9x9 -1x2 x' } })
  expect(lied.lines.map(({ came }) => came)).toEqual([2, 0])
})

test('a scan keeps what was typed of the parcel, until it is received', async () => {
  await using shop = await fixtureShop()
  const { number, params } = await announced(shop)
  const browser = await signedIn(shop, 'warehouse')
  let query: Record<string, string> = {}
  const lines = async () => (await contentOf(shop, browser, returnScreen, { params, query })).lines
  /** How many of each line have come, and how many of them are scrapped. */
  const shown = async () => (await lines()).map(({ came, scrapped }) => `${came}/${scrapped}`).join(' ')
  const scan = async (code: string, typed: Record<string, string> = {}) => {
    const fields = (await lines()).flatMap(({ position, came, scrapped }) => [
      [`units:${position}`, String(came)],
      [`scrap:${position}`, String(scrapped)],
    ])
    const form = { action: 'scan', code, ...Object.fromEntries(fields), ...typed }
    const { location } = await outcome(shop, browser, returnScreen, { params, query, form })
    query = Object.fromEntries(new URL(location ?? '', 'http://shop.test').searchParams)
    return shown()
  }
  expect(await shown()).toBe('2/0 1/1')
  // The key Enter in a field of units only keeps them, and is no scan of a part that nobody knows.
  expect(await scan('')).toBe('2/0 1/1')
  expect(await scan('', { 'scrap:1': '1' })).toBe('2/1 1/1')
  expect(await scan('FAN')).toBe('1/1 0/0')
  query = {}
  expect(await scan('FAN', { 'scrap:1': '1' })).toBe('1/1 0/0')
  expect(await scan('BAT')).toBe('1/1 1/1')
  expect(await scan('FAN', { 'scrap:2': '0' })).toBe('2/1 1/0')
  expect(await scan('', { 'units:2': '0' })).toBe('2/1 0/0')
  // A scan comes through whatever was typed, of which no more counts than is awaited.
  expect(await scan('BAT', { 'units:1': '40', 'scrap:1': '-1' })).toBe('2/1 1/0')
  const [fan, bat] = [await stockOf(shop, 'fan'), await stockOf(shop, 'bat')]
  const form = { 'units:1': '2', 'scrap:1': '1', 'units:2': '0', 'scrap:2': '0' }
  expect((await receive(shop, browser, number, form)).status).toBe(303)
  expect(await stockOf(shop, 'fan')).toEqual({ ...fan, on_hand: fan.on_hand + 1 })
  expect(await stockOf(shop, 'bat')).toEqual(bat)
})

test('a form that is sent twice, and a second person, receive nothing twice', async () => {
  await using shop = await fixtureShop()
  const { number, params } = await announced(shop)
  const before = await stockOf(shop, 'fan')
  const [one, two] = [await signedIn(shop, 'warehouse'), await signedIn(shop, 'owner')]
  const { version } = await contentOf(shop, one, returnScreen, { params })
  const form = { action: 'receive', version, 'units:1': '1' }
  const results = await Promise.all([one, one, two].map((who) => outcome(shop, who, returnScreen, { params, form })))
  expect(results.map(({ status }) => status).sort()).toEqual([303, 422, 422])
  expect(await stockOf(shop, 'fan')).toEqual({ ...before, on_hand: before.on_hand + 1 })
  for (const units of ['2', '-1', '1e9', 'x'])
    expect((await receive(shop, one, number, { 'units:1': units })).status).toBe(422)
})

test('the rest of a return is called off', async () => {
  await using shop = await fixtureShop()
  const { number, params } = await announced(shop)
  const browser = await signedIn(shop, 'warehouse')
  expect((await receive(shop, browser, number, { action: 'call_off' })).status).toBe(303)
  const page = await contentOf(shop, browser, returnScreen, { params })
  expect([page.status, page.may.receive]).toEqual(['called_off', false])
  expect((await receive(shop, browser, number, { action: 'call_off' })).status).toBe(303)
  expect((await receive(shop, browser, number, { 'units:1': '1' })).status).toBe(422)
})

test('a return that is not refunded waits for nobody, and says why to the customer', async () => {
  await using shop = await fixtureShop()
  const { orderId, number, params } = await announced(shop)
  const seller = await signedIn(shop, 'seller')
  const refuse = (reason: string) => receive(shop, seller, number, { action: 'refuse', reason })
  expect((await refuse('too early')).status).toBe(422)
  expect((await receive(shop, seller, number, { 'units:1': '2', 'units:2': '1' })).status).toBe(303)
  const waits = async () =>
    (await contentOf(shop, seller, todayScreen)).waiting.some(({ what }) => what === 'returns_here')
  const listed = async (status: string) =>
    (await contentOf(shop, seller, returnsScreen, { query: { status } })).rows.map(({ label }) => label)
  expect([await waits(), await listed('received'), await listed('refused')]).toEqual([true, [number], []])
  expect((await refuse(' ')).values).toMatchObject({ 'fault:reason': expect.any(String) })
  expect((await refuse('Scratched by the buyer')).status).toBe(303)
  expect((await mailsOf(shop)).filter((mail) => mail.includes('Scratched by the buyer'))).toEqual([
    expect.stringMatching(new RegExp(`${number} (?:is not refunded|återbetalas inte)`)),
  ])
  expect([await waits(), await listed('received'), await listed('refused')]).toEqual([false, [], [number]])
  const page = await contentOf(shop, seller, returnScreen, { params })
  expect([page.refusal, page.may.refuse, page.may.refund]).toEqual(['Scratched by the buyer', false, true])
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('The order is gone.')
  const { returns } = await orderDetails(shop, order)
  expect(returns.map(({ refusal }) => refusal)).toEqual(['Scratched by the buyer'])
})

test('of two reasons in quick succession the customer is mailed the second one once', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { number } = await announced(shop)
  const seller = await signedIn(shop, 'seller')
  expect((await receive(shop, seller, number, { 'units:1': '2', 'units:2': '1' })).status).toBe(303)
  for (const reason of ['Scratched', 'Bent and scratched']) {
    clock.advance(1)
    expect((await receive(shop, seller, number, { action: 'refuse', reason })).status).toBe(303)
  }
  const told = (await mailsOf(shop)).filter((mail) => /Scratched|Bent and scratched/.test(mail))
  expect(told).toEqual([expect.stringContaining('Bent and scratched')])
})

test('of a reason that was changed and changed back before it was mailed, one mail comes', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { number } = await announced(shop)
  const seller = await signedIn(shop, 'seller')
  expect((await receive(shop, seller, number, { 'units:1': '2', 'units:2': '1' })).status).toBe(303)
  for (const reason of ['Scratched', 'Bent', 'Scratched']) {
    clock.advance(1)
    expect((await receive(shop, seller, number, { action: 'refuse', reason })).status).toBe(303)
  }
  const told = (await mailsOf(shop)).filter((mail) => /Scratched|Bent/.test(mail))
  expect(told).toEqual([expect.stringContaining('Scratched')])
})

test('a return that is refunded before the mail of its refusal is sent gets no such mail', async () => {
  await using shop = await fixtureShop()
  const { number } = await announced(shop)
  const seller = await signedIn(shop, 'seller')
  expect((await receive(shop, seller, number, { 'units:1': '2', 'units:2': '1' })).status).toBe(303)
  expect((await receive(shop, seller, number, { action: 'refuse', reason: 'Scratched' })).status).toBe(303)
  await shop.db.updateTable('returns').set({ status: 'refunded' }).where('number', '=', number).execute()
  expect((await mailsOf(shop)).filter((mail) => mail.includes('Scratched'))).toEqual([])
})
