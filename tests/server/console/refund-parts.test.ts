import { expect, test } from 'vitest'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { updateCart } from '../../../src/server/ordering/cart/cart-row-queries.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { blockCard } from '../../../src/server/ordering/gift-cards/issue-card.ts'
import { payInvoice } from '../../../src/server/ordering/invoices/pay-invoice.ts'
import { invoiceSums } from '../../../src/server/ordering/invoices/settle-invoice.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { attemptsOf } from '../../../src/server/payments/queries.ts'
import { codesJson } from '../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { aForm, buy, checkoutWith, fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { aCard, balanceOf } from '../ordering/gift-cards/holder.ts'
import { billed } from '../ordering/invoices/billed.ts'
import { confirmed, delivered, pay, statusOf } from '../ordering/orders/parcels.ts'
import { paid, stripeShop } from '../payments/payer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

/** What became of an order's money: reserved and paid back of its payments, and open on its invoice. */
async function moneyOf({ db }: Shop, id: string) {
  const attempts = await attemptsOf(db, id)
  const order = await orderById(db, id)
  return {
    paidBack: attempts.reduce((sum, { provider, refunded }) => (provider === 'invoice' ? sum : sum + refunded), 0),
    open: order ? (await invoiceSums(db, order)).open : 0,
  }
}

/** What the screen says of a refund of units of the first line, and what the refund then does. */
async function refund(shop: Shop, id: string, units: number) {
  const seller = await signedIn(shop, 'seller')
  const params = { number: (await orderById(shop.db, id))?.number ?? '' }
  const before = await moneyOf(shop, id)
  const { version, key } = await contentOf(shop, seller, orderScreen, { params })
  const form = { version, key, reason: 'broken', 'units:1': String(units) }
  const asked = await outcome(shop, seller, orderScreen, { params, form: { action: 'refund_sum', ...form } })
  if (!asked.content?.payBack) throw new Error(`No sum is shown: ${asked.fault}`)
  const { typed: _, ...said } = asked.content.payBack
  expect(await moneyOf(shop, id)).toEqual(before)
  const sent = { action: 'refund', expected: String(said.amount), ...form }
  expect((await outcome(shop, seller, orderScreen, { params, form: sent })).status).toBe(303)
  const after = await moneyOf(shop, id)
  const documents = (await contentOf(shop, seller, orderScreen, { params })).documents.map(({ kind }) => kind)
  return {
    said,
    paidBack: after.paidBack - before.paidBack,
    deducted: before.open - after.open,
    hasCreditNote: documents.includes('credit_note'),
  }
}

const none = {
  payments: [],
  giftCards: 0,
  invoice: 0,
  paidInvoice: 0,
  charge: 0,
  setOff: 0,
  isCancelled: false,
}

test('what a card was charged is paid back to it', async () => {
  await using shop = await fixtureShop()
  const { said, paidBack } = await refund(shop, await delivered(shop, [['FAN', 3]]), 1)
  expect(said).toEqual({ ...none, amount: 9_900, payments: [{ provider: 'sandbox', amount: 9_900 }] })
  expect(paidBack).toBe(9_900)
})

test('of a card that is only reserved nothing is paid back: it is charged less, or not at all', async () => {
  await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
  const { orderId } = await paid(at, [['FAN', 3]])
  const some = await refund(at.shop, orderId, 1)
  expect(some).toMatchObject({ said: { ...none, amount: 9_900, charge: 9_900 }, paidBack: 0, hasCreditNote: false })
  const rest = await refund(at.shop, orderId, 2)
  const { amount } = rest.said
  expect(amount).toBeGreaterThan(2 * 9_900)
  expect(rest).toMatchObject({ said: { ...none, amount, charge: amount, isCancelled: true }, paidBack: 0 })
  expect(await statusOf(at.shop, orderId)).toBe('cancelled')
})

test('an invoice that is not sent yet becomes less', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 3]], { form: { payment_method: 'invoice' } })
  const { said, hasCreditNote } = await refund(shop, id, 1)
  expect([said, hasCreditNote]).toEqual([{ ...none, amount: 9_900, charge: 9_900 }, false])
})

test('a refund is deducted from an unpaid invoice; what is paid of it must be sent back from the bank', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, total } = await billed(shop, clock, 3)
  const unpaid = await refund(shop, orderId, 1)
  expect(unpaid).toMatchObject({ said: { ...none, amount: 9_900, invoice: 9_900 }, deducted: 9_900, paidBack: 0 })
  clock.advance(60)
  await payInvoice(shop, { orderId, actor: 'x', amount: total - 9_900 - 4_000 })
  const partly = await refund(shop, orderId, 1)
  expect(partly.said).toEqual({ ...none, amount: 9_900, invoice: 4_000, paidInvoice: 5_900 })
  expect([partly.hasCreditNote, (await moneyOf(shop, orderId)).open]).toEqual([true, -5_900])
})

/** An order of 346.00, of which a gift card paid 300.00. */
async function withGiftCard(shop: Shop, method: string) {
  const { id: card } = await aCard(shop, 30_000)
  const checkoutId = await checkoutWith(shop, [['FAN', 3]])
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([card]) })
  const placed = await buy(shop, checkoutId, aForm({ payment_method: method }))
  if (placed.kind !== 'placed') throw new Error(`Not placed but ${placed.kind}.`)
  return { ...placed, card }
}

test('of an order that a gift card paid most of, the rest of the refund goes back to the gift card', async () => {
  await using shop = await fixtureShop()
  const { orderId, attemptId, card } = await withGiftCard(shop, 'sandbox')
  await pay(shop, attemptId)
  const { said, paidBack } = await refund(shop, orderId, 2)
  const payments = [{ provider: 'sandbox', amount: 4_600 }]
  expect(said).toEqual({ ...none, amount: 19_800, payments, giftCards: 15_200 })
  expect([paidBack, await balanceOf(shop, card)]).toEqual([4_600, 15_200])
})

test('before the rest is charged, a refund takes that off and gives the gift card what it paid too much', async () => {
  await using shop = await fixtureShop()
  const { orderId, card } = await withGiftCard(shop, 'invoice')
  const { said } = await refund(shop, orderId, 2)
  expect(said).toEqual({ ...none, amount: 19_800, giftCards: 15_200, charge: 4_600 })
  expect(await balanceOf(shop, card)).toBe(15_200)
})

test('what was never paid of a changed order is set off', async () => {
  await using shop = await fixtureShop()
  const id = await delivered(shop, [['FAN', 3]])
  // As after a change that made the order dearer by 60.00, which the buyer has not paid.
  await shop.db.updateTable('orders').set({ unpaid_difference: 6_000 }).where('id', '=', id).execute()
  const { said, paidBack } = await refund(shop, id, 1)
  expect(said).toEqual({ ...none, amount: 9_900, payments: [{ provider: 'sandbox', amount: 3_900 }], setOff: 6_000 })
  expect(paidBack).toBe(3_900)
})

test('the buyer reads what is taken off the invoice, and besides it what is back on gift cards', async () => {
  await using shop = await fixtureShop()
  const { id: card } = await aCard(shop, 30_000)
  const checkoutId = await checkoutWith(shop, [['FAN', 4]])
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([card]) })
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'invoice' }))
  if (placed.kind !== 'placed') throw new Error(`Not placed but ${placed.kind}.`)
  const { orderId } = placed
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: 'T' })
  const total = (await orderById(shop.db, orderId))?.total ?? 0
  const told = async (units: number) => {
    await refund(shop, orderId, units)
    await deliverOutbox(shop)
    const mails = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').map((mail) => mail.replaceAll('\u00a0', ' '))
    return mails.filter((mail) => mail.includes('Kreditfakturan'))
  }
  const written = (minor: number) => `${(minor / 100).toFixed(2).replace('.', ',').replace(/,00$/, '')} kr`
  const invoiced = total - 30_000
  const [first] = await told(2)
  expect(first).toContain(`${written(invoiced)} dras av från fakturan`)
  expect(first).toContain(`Dessutom har ${written(19_800 - invoiced)} gått tillbaka till presentkort`)
  const second = (await told(1)).find((mail) => mail !== first)
  expect(second).toContain('99 kr för beställning')
  expect(second).toContain('har gått tillbaka till presentkort')
  expect(second).not.toContain('fakturan för')
})

test('the buyer reads which gift cards got what of a refund, their last day, and which is blocked', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const cards = [await aCard(shop, 7_000), await aCard(shop, 7_000)]
  const [first, second] = cards.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (!first || !second) throw new Error('There are no cards.')
  // The first one would end tomorrow; what goes back to it can be used for 90 days.
  const tomorrow = new Date(clock.now().getTime() + 24 * 3_600_000).toISOString()
  await shop.db.updateTable('gift_cards').set({ expires_at: tomorrow }).where('id', '=', first.id).execute()
  const checkoutId = await checkoutWith(shop, [['FAN', 3]])
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write(cards.map(({ id }) => id)) })
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (placed.kind !== 'placed') throw new Error(`Not placed but ${placed.kind}.`)
  await pay(shop, placed.attemptId)
  const told = async (units: number) => {
    await refund(shop, placed.orderId, units)
    await deliverOutbox(shop)
    const mails = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').map((mail) => mail.replaceAll('\u00a0', ' '))
    return mails.filter((mail) => mail.includes('har fått tillbaka'))
  }
  expect(await told(2)).toEqual([])
  await blockCard(shop, second.id)
  const [mail] = await told(1)
  const ending = ({ code }: { code: string }) => code.slice(-4)
  expect(mail).toContain(`slutar på ${ending(first)} har fått tillbaka 70 kr och gäller till och med 13 september`)
  expect(mail).toContain(`slutar på ${ending(second)} har fått tillbaka 70 kr, men det är spärrat`)
})
