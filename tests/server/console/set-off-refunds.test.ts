import { expect, test } from 'vitest'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { payoutScreen } from '../../../src/server/console/payouts/payout-page.ts'
import { returnScreen } from '../../../src/server/console/returns/return-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { deliverOrder } from '../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderDetails } from '../../../src/server/ordering/order-pages/order-details.ts'
import { orderDocument } from '../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { wordsOf } from '../../support/pdf-words.ts'
import { askApi, newApiKey } from '../api/api-caller.ts'
import { aForm, fixtureShop } from '../ordering/checkout/buyer.ts'
import { listening } from '../webhooks/receiver.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'
import { line, paid, report, send } from './payout-reports.ts'

/** A shipped order of 148.00 whose whole payment was captured, of which a lost dispute has taken `taken` back. */
async function lost(shop: Shop, owner: Browser, taken: string): Promise<string> {
  await paid(shop, 'pi_1', 'SEK', aForm({ payment_method: 'sandbox' }))
  const { id: orderId } = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await shop.db.updateTable('payment_attempts').set({ authorized: 14_800, captured: 14_800 }).execute()
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  const text = report(
    line('t1', '148.00,2.00,146.00', 'charge', 'pi_1'),
    line('t2', `-${taken},0,-${taken}`, 'dispute', 'pi_1'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  const form = { action: 'lose', row: 't2', seen: taken.replace('.', ''), outcome: 'write_off', day: '2026-06-15' }
  expect((await outcome(shop, owner, payoutScreen, { params: { id: 'po_1' }, form })).status).toBe(303)
  return orderId
}

/** Refunds the fan of 99.00 in the console. */
async function refundFan(shop: Shop, owner: Browser, orderId: string): Promise<string> {
  const number = (await orderById(shop.db, orderId))?.number ?? ''
  const { version, key } = await contentOf(shop, owner, orderScreen, { params: { number } })
  const form = { action: 'refund', version, key, reason: '', delivery: '', 'units:1': '1' }
  expect(await outcome(shop, owner, orderScreen, { params: { number }, form })).toMatchObject({ status: 303 })
  return number
}

async function told(shop: Shop, orderId: string, number: string, owner: Browser) {
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('There is no order.')
  const { refunds, partly } = await orderDetails(shop, order)
  const authorization = `Bearer ${await newApiKey(shop)}`
  const { body } = await askApi(shop, 'GET', '/api/v1/orders/[number]', { params: { number }, authorization })
  const hooks = await shop.db.selectFrom('webhook_deliveries').select('payload').execute()
  const inConsole = await contentOf(shop, owner, orderScreen, { params: { number } })
  await deliverOutbox(shop)
  const mail = mailTexts(shop.env.SHOP_DATA, order.email).find((each) => each.includes('<refunded-')) ?? ''
  const pdf = async (language: 'en' | 'sv') => {
    const file = await orderDocument(shop, orderId, 'credit_note', language)
    return wordsOf(file?.pdf ?? Buffer.alloc(0)).replaceAll(/\s+/g, ' ')
  }
  return {
    page: refunds.map(({ amount, setOff }) => [amount, setOff]),
    partly: partly?.refunded,
    console: inConsole.refunds.map(({ amount, setOff }) => [amount, setOff]),
    api: (body.refunds as { amount: number; set_off: number }[]).map((each) => [each.amount, each.set_off]),
    webhook: hooks.map(({ payload }) => {
      const { refund } = (JSON.parse(payload) as { data: { refund: { amount: number; set_off: number } } }).data
      return [refund.amount, refund.set_off]
    }),
    asked: (await shop.db.selectFrom('refunds').select('amount').execute()).map(({ amount }) => amount),
    mail: mail.replaceAll(/\s+/g, ' '),
    en: await pdf('en'),
    sv: await pdf('sv'),
  }
}

test('a refund of what the bank took back says everywhere that it is set off and that nothing is paid', async () => {
  await using shop = await fixtureShop()
  await listening(shop, 'http://127.0.0.1:1/hook', ['order.refund_written'])
  const owner = await signedIn(shop, 'owner')
  const orderId = await lost(shop, owner, '148.00')
  const number = await refundFan(shop, owner, orderId)
  const shown = await told(shop, orderId, number, owner)
  const one = [[9_900, 9_900]]
  expect(shown).toMatchObject({ page: one, partly: undefined, console: one, api: one, webhook: one, asked: [] })
  expect(shown.mail).toContain('räknas av mot')
  expect(shown.en).toContain('got back from your bank, so nothing is paid out')
  expect(shown.sv).toContain('av din bank, så inget betalas ut')
  expect(`${shown.en} ${shown.sv}`).not.toMatch(/the way it was paid|på samma sätt som/)
})

test('a refund that is set off in part says how much of it is paid back', async () => {
  await using shop = await fixtureShop()
  await listening(shop, 'http://127.0.0.1:1/hook', ['order.refund_written'])
  const owner = await signedIn(shop, 'owner')
  const orderId = await lost(shop, owner, '60.00')
  await deliverOrder(shop, { orderId, actor: 'x' })
  const units = [{ position: 1, quantity: 1, reason: 'does_not_fit' as const }]
  const { number: announced } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const { pays } = await contentOf(shop, owner, returnScreen, { params: { number: announced } })
  expect(pays).toMatchObject({ total: 9_900, setOff: 6_000, currency: 'SEK' })
  const packer = await signedIn(shop, 'warehouse')
  expect((await contentOf(shop, packer, returnScreen, { params: { number: announced } })).pays).toBeNull()
  const number = await refundFan(shop, owner, orderId)
  const shown = await told(shop, orderId, number, owner)
  const one = [[9_900, 6_000]]
  expect(shown).toMatchObject({ page: one, partly: 3_900, console: one, api: one, webhook: one, asked: [3_900] })
  expect(shown.en).toMatch(/39\.00 is refunded the way it was paid.*60\.00 settles what you still had to pay/)
  expect(shown.sv).toMatch(/39,00 kr betalas tillbaka på samma sätt.*60,00 kr räknas av/)
})
