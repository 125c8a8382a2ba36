import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { exchangeReturn, previewExchange } from '../../../../src/server/ordering/exchanges/exchange-return.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { orderPayments } from '../../../../src/server/ordering/payment/order-payments.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { codesJson } from '../../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { hear, paid, state, stripeShop } from '../../payments/payer.ts'
import { aForm, buy, checkoutWith, fixtureShop, swedish } from '../checkout/buyer.ts'
import { held, papers, parcel } from '../edits/charges.ts'
import { edit, payDifference } from '../edits/editor.ts'
import { aCard, balanceOf } from '../gift-cards/holder.ts'
import { confirmed, delivered, pay, statusOf } from '../orders/parcels.ts'
import { checkBooks } from '../random-orders/books.ts'
import { checkCards, onCards } from '../random-orders/invariants.ts'

type Wanted = readonly { sku: string; quantity: number }[]

/** Returns units of the first line, and shows what exchanging them would cost; `send` sends that form. */
async function shownExchange(shop: Shop, orderId: string, quantity: number, items: Wanted) {
  const units = [{ position: 1, quantity }]
  const { id: returnId } = await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity, reason: 'does_not_fit' }],
  })
  await receiveReturn(shop, { returnId, actor: 'operator', isRestocked: true, isRefunded: false })
  const exchange = { returnId, units, items, isDeliveryFree: true }
  const shown = await previewExchange(shop, exchange)
  const actor = { staffId: null, name: 'operator', address: 'command' }
  const form = { actor, key: 'a key of this form', seen: shown.preview.seen, owed: shown.owed }
  return { shown, returnId, send: (to: Shop = shop) => exchangeReturn(to, exchange, form) }
}

/** Returns units of the first line, and exchanges them; returns the new order and what was shown. */
async function exchanged(shop: Shop, orderId: string, quantity: number, items: Wanted) {
  const { shown, returnId, send } = await shownExchange(shop, orderId, quantity, items)
  return { made: await send(), shown, returnId }
}

/** The refunds that the provider is asked for, in minor units. */
async function asked(shop: Shop): Promise<number> {
  const rows = await shop.db.selectFrom('refunds').select(['amount', 'reason']).execute()
  return rows.filter(({ reason }) => !reason.startsWith('exchange ')).reduce((sum, { amount }) => sum + amount, 0)
}

test('whatever is exchanged, the buyer ends up having paid for what is kept, to the öre', async () => {
  for (const items of [
    [{ sku: 'FAN', quantity: 1 }],
    [{ sku: 'RAM', quantity: 2 }],
    [{ sku: 'SCREW-11', quantity: 3 }],
    [
      { sku: 'ODD-PRICE', quantity: 7 },
      { sku: 'MANUAL', quantity: 1 },
    ],
  ]) {
    await using shop = await fixtureShop()
    const orderId = await delivered(
      shop,
      [
        ['RAM', 3],
        ['BAT', 1],
      ],
      { coupons: ['FIXED50'] },
    )
    const { made, shown } = await exchanged(shop, orderId, 2, items)
    const before = await orderById(shop.db, orderId)
    const [refund] = await refundsOf(shop.db, orderId)
    const paidAtFirst = before?.total ?? 0
    expect(refund?.amount).toBe(shown.owed)
    expect(refund?.number).toMatch(/^F/)
    expect(made.total).toBe(shown.total)
    // What is kept costs the first order less the returned units, and the new order.
    const kept = paidAtFirst - shown.owed + made.total
    expect(paidAtFirst - (await asked(shop)) + made.unpaid_difference, JSON.stringify(items)).toBe(kept)
    expect(made.vat_total).toBe(shown.vat)
  }
})

test('the exchange of a company under reverse charge has no VAT, also while its number cannot be checked', async () => {
  await using shop = await fixtureShop()
  const german = { ...swedish('DE'), vat: { state: 'confirmed', number: 'DE136695976', consultation: 'C1' } as const }
  const form = aForm({
    payment_method: 'invoice',
    customer_kind: 'organization',
    organization_name: 'Firma GmbH',
    organization_number: 'HRB 1',
    vat_number: 'DE136695976',
    country: 'DE',
    postal_code: '10115',
    city: 'Berlin',
  })
  const placed = await buy(shop, await checkoutWith(shop, [['RAM', 1]], [], german), form, german)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  const { orderId } = placed
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  await deliverOrder(shop, { orderId, actor: 'x' })
  const { made, shown } = await exchanged(shop, orderId, 1, [{ sku: 'FAN', quantity: 1 }])
  // 199.00 and 99.00 with 25 % are 159.20 and 79.20 net.
  expect(shown).toMatchObject({ owed: 15_920, total: 7_920, vat: 0, settlement: 'invoice' })
  expect(made).toMatchObject({ reverse_charge: 1, vat_total: 0, total: 7_920 })
})

test('at the provider the first payment stays, and a refund of the exchanged part goes back to it', async () => {
  await using at = await stripeShop()
  const { shop, fake } = at
  const { orderId, session } = await paid(at, [['RAM', 1]])
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  await deliverOrder(shop, { orderId, actor: 'x' })
  const intent = fake.session(session).payment_intent ?? ''
  const { made } = await exchanged(shop, orderId, 1, [{ sku: 'FAN', quantity: 1 }])
  await deliverOutbox(shop)
  await deliverOutbox(shop)
  expect(fake.refunds.map(({ amount, payment_intent: of }) => [amount, of])).toEqual([[10_000, intent]])
  await refundOrder(shop, { orderId: made.id, actor: 'operator', reason: '', withDelivery: false })
  await deliverOutbox(shop)
  await deliverOutbox(shop)
  expect(fake.refunds.map(({ amount, payment_intent: of }) => [amount, of])).toEqual([
    [10_000, intent],
    [9_900, intent],
  ])
})

test('the form of an exchange that is sent twice at once makes one order, also with a slow carrier', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['RAM', 3]])
  const { send } = await shownExchange(shop, orderId, 2, [{ sku: 'FAN', quantity: 1 }])
  const first = Promise.withResolvers<void>()
  const near: Shop['servicePoints']['near'] = async (...asked) => {
    await first.promise
    return shop.servicePoints.near(...asked)
  }
  const late = send({ ...shop, servicePoints: { ...shop.servicePoints, near } })
  const made = await send()
  first.resolve()
  expect((await late).id).toBe(made.id)
  expect(await refundsOf(shop.db, orderId)).toHaveLength(1)
})

test('notices of refunds of a payment that two orders share change neither, as the shop asked for them', async () => {
  await using at = await stripeShop()
  const { shop, fake } = at
  const { orderId, session } = await paid(at, [['RAM', 2]])
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  await deliverOrder(shop, { orderId, actor: 'x' })
  const { made } = await exchanged(shop, orderId, 1, [{ sku: 'FAN', quantity: 1 }])
  await refundOrder(shop, { orderId: made.id, actor: 'operator', reason: '', withDelivery: false })
  await deliverOutbox(shop)
  await deliverOutbox(shop)
  const before = [await state(shop, orderId), await state(shop, made.id)]
  for (const refund of fake.refunds) await hear(at, fake.event('refund.updated', refund, shop.now()))
  const charge = fake.charge(fake.session(session).payment_intent ?? '')
  await hear(at, fake.event('charge.refunded', charge, shop.now()))
  expect([await state(shop, orderId), await state(shop, made.id)]).toEqual(before)
  // What is given back in Stripe's own console may be of either order.
  const left = (await orderPayments(shop.db, orderId)).refundable
  fake.refund({ payment_intent: charge['payment_intent'], amount: left })
  await hear(at, fake.event('charge.refunded', charge, shop.now()))
  expect((await orderPayments(shop.db, orderId)).refundable).toBe(0)
})

test('of a payment that two orders share, a refund that failed is the one of its order', async () => {
  await using at = await stripeShop()
  const { shop, fake } = at
  const { orderId } = await paid(at, [['RAM', 3]])
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  await deliverOrder(shop, { orderId, actor: 'x' })
  const { made } = await exchanged(shop, orderId, 2, [{ sku: 'FAN', quantity: 3 }])
  await refundOrder(shop, { orderId: made.id, actor: 'operator', reason: '', withDelivery: false })
  await deliverOutbox(shop)
  await deliverOutbox(shop)
  const before = await state(shop, orderId)
  const last = fake.refunds.find(({ amount }) => amount === 29_700)
  if (!last) throw new Error('The exchange was not refunded.')
  await hear(at, fake.event('refund.failed', fake.failRefund(last), shop.now()))
  expect(await state(shop, orderId)).toEqual(before)
  expect((await state(shop, made.id)).attempts).toEqual([['succeeded', 29_700, 0]])
})

test('a refund at the provider that is more than either of two orders has is split, and fails as a whole', async () => {
  await using at = await stripeShop()
  const { shop, fake } = at
  const { orderId, session } = await paid(at, [['RAM', 2]])
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  await deliverOrder(shop, { orderId, actor: 'x' })
  const { made } = await exchanged(shop, orderId, 1, [{ sku: 'FAN', quantity: 1 }])
  await deliverOutbox(shop)
  await deliverOutbox(shop)
  const left = async () => [
    (await orderPayments(shop.db, orderId)).refundable,
    (await orderPayments(shop.db, made.id)).refundable,
  ]
  const [first = 0, second = 0] = await left()
  expect([first, second]).toEqual([expect.any(Number), 9_900])
  const charge = fake.charge(fake.session(session).payment_intent ?? '')
  const refund = fake.refund({ payment_intent: charge['payment_intent'], amount: first + 400 })
  const tell = () => hear(at, fake.event('charge.refunded', charge, shop.now()))
  await tell()
  expect(await left()).toEqual([0, 9_500])
  const both = [await state(shop, orderId), await state(shop, made.id)]
  await tell()
  expect([await state(shop, orderId), await state(shop, made.id)]).toEqual(both)
  const rows = await shop.db
    .selectFrom('refunds')
    .select(['order_id', 'amount', 'status'])
    .where('provider_reference', '=', refund.id)
    .orderBy('amount')
    .execute()
  expect(rows).toEqual([
    { order_id: made.id, amount: 400, status: 'succeeded' },
    { order_id: orderId, amount: first, status: 'succeeded' },
  ])
  await hear(at, fake.event('refund.failed', fake.failRefund(refund), shop.now()))
  expect(await left()).toEqual([first, second])
  // What was told before the failure may arrive after it.
  await tell()
  expect(await left()).toEqual([first, second])
})

test('units that a lost discount makes worth nothing are exchanged for an order that is paid in full', async () => {
  await using shop = await fixtureShop()
  const wanted = [
    ['FAN', 1],
    ['BAT', 2],
  ] as const
  const orderId = await delivered(shop, wanted, { coupons: ['MIN1000'] })
  const { made, shown } = await exchanged(shop, orderId, 1, [{ sku: 'RAM', quantity: 1 }])
  expect(shown).toMatchObject({ owed: 0, settlement: 'more' })
  expect(made).toMatchObject({ status: 'confirmed', unpaid_difference: made.total, hold: 'unpaid_difference' })
  const note = (await papers(shop, orderId)).find(({ kind }) => kind === 'credit_note')
  expect(note).toMatchObject({ total: 0, vat: 0, recalculated: -6_930, lines: [{ sku: 'FAN', amount: 6_930 }] })
  const pdf = (await orderDocument(shop, orderId, 'credit_note', 'sv', note?.number ?? ''))?.pdf ?? Buffer.alloc(0)
  expect(wordsOf(pdf)).toMatch(/Krediteras\s0,00\skr/)
  expect(wordsOf(pdf)).not.toContain('Beloppet betalas tillbaka')
  expect(await asked(shop)).toBe(0)
  await deliverOutbox(shop)
  const mail = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((each) => each.includes('<refunded-'))
  expect(mail).toContain('Det finns inget att betala tillbaka')
  expect(mail).toContain('Kreditfakturan är bifogad')
})

test.each([
  ['the card alone', 50_000, [{ sku: 'FAN', quantity: 1 }]],
  ['the card and a payment', 10_000, [{ sku: 'RAM', quantity: 2 }]],
])('what %s paid pays the order that is sent in exchange, as the page says', async (_, worth, items) => {
  await using shop = await fixtureShop()
  const card = await aCard(shop, worth)
  const checkoutId = await checkoutWith(shop, [['RAM', 2]])
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([card.id]) })
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  const { orderId } = placed
  if ((await statusOf(shop, orderId)) === 'pending_payment') await pay(shop, placed.attemptId)
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  await deliverOrder(shop, { orderId, actor: 'x' })
  const before = await balanceOf(shop, card.id)
  const { made, shown } = await exchanged(shop, orderId, 2, items)
  expect(made).toMatchObject({ status: 'confirmed', unpaid_difference: 0, hold: null })
  // What the returned parts are worth beyond the new order goes back to payment and card, and no more.
  const kept = (await onCards(shop, made.id)) + (await held(shop, made.id))
  expect(kept).toBe(made.total)
  expect((await balanceOf(shop, card.id)) - before + (await asked(shop))).toBe(shown.owed - made.total)
  await checkBooks(shop, [orderId, made.id])
  await refundOrder(shop, { orderId: made.id, actor: 'operator', reason: '', withDelivery: true })
  expect([await onCards(shop, made.id), await held(shop, made.id)]).toEqual([0, 0])
  await checkCards(shop, [{ id: card.id, worth }])
})

test('two payments of an order pay the order that is sent in exchange, which asks for no more', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['RAM', 1]])
  await edit(shop, orderId, { added: [{ sku: 'RAM', quantity: 2 }] })
  await payDifference(shop, orderId)
  await parcel(shop, orderId)
  await deliverOrder(shop, { orderId, actor: 'x' })
  const { made, shown } = await exchanged(shop, orderId, 3, [{ sku: 'FAN', quantity: 6 }])
  expect([shown.owed, shown.total, shown.settlement]).toEqual([3 * 19_900, 6 * 9_900, 'back'])
  expect(made).toMatchObject({ status: 'confirmed', unpaid_difference: 0, hold: null })
  expect([await held(shop, made.id), await asked(shop)]).toEqual([shown.total, shown.owed - shown.total])
  await checkBooks(shop, [orderId, made.id])
  await refundOrder(shop, { orderId: made.id, actor: 'operator', reason: '', withDelivery: false })
  expect([await held(shop, made.id), await asked(shop)]).toEqual([0, shown.owed])
})
