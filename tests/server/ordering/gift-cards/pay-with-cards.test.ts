import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftCardParts, sumOfParts } from '../../../../src/domain/cart/gift-cards.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { expireOrders } from '../../../../src/server/ordering/fulfilment/expire-orders.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { aForm, checkoutWith, fixtureShop, look, movableClock, somebody, theBrowser } from '../checkout/buyer.ts'
import { sendCheckout } from '../checkout/visit-checkout.ts'
import { aCard, balanceOf, sandboxSays } from './holder.ts'

type Fields = Record<string, string>

/** Posts the checkout's form as a browser does. */
async function post(shop: Shop, checkoutId: string, fields: Fields, visitor = theBrowser(shop)) {
  return sendCheckout(shop, 'sv', checkoutId, { ...aForm({ payment_method: 'sandbox' }), seen: '', ...fields }, visitor)
}

async function pageAfter(shop: Shop, checkoutId: string, fields: Fields) {
  const answer = await post(shop, checkoutId, fields)
  if (answer.kind !== 'page') throw new Error(`Not a page but ${answer.kind}.`)
  return answer.page
}

/** Enters a card at checkout and orders; returns the order and the cart's sum. */
async function paidWith(shop: Shop, code: string, wanted: [string, number][] = [['RAM', 2]], fields: Fields = {}) {
  const checkoutId = await checkoutWith(shop, wanted)
  const page = await pageAfter(shop, checkoutId, { gift_card: code, action: 'gift_card' })
  const answer = await post(shop, checkoutId, { seen: page.seen, action: 'place', ...fields })
  if (answer.kind !== 'go') throw new Error(`The order was not placed: ${JSON.stringify(answer)}`)
  const order = await shop.db
    .selectFrom('orders')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  return { checkoutId, order, page, total: page.totals.total.inc }
}

async function attemptOf(shop: Shop, orderId: string) {
  const [attempt] = await attemptsOf(shop.db, orderId)
  if (!attempt) throw new Error('No attempt.')
  return attempt
}

test('a card pays a part, and the rest is paid by another method', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 10_000)
  const { order, page, total } = await paidWith(shop, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
  expect(page.giftCards).toEqual([{ id, ending: code.slice(-4), amount: 10_000 }])
  expect([page.due, page.paymentMethods.includes('invoice')]).toEqual([total - 10_000, true])
  expect(order).toMatchObject({ status: 'pending_payment', total, gift_card_total: 10_000 })
  expect((await attemptOf(shop, order.id)).amount).toBe(total - 10_000)
  expect(await balanceOf(shop, id)).toBe(0)
})

test('a card that covers everything confirms the order at once and keeps the rest', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 1_000_000)
  const { order, page, total } = await paidWith(shop, code)
  expect([page.due, page.paymentMethods]).toEqual([0, ['gift_card']])
  expect(order).toMatchObject({ status: 'confirmed', payment_method: 'gift_card', gift_card_total: total })
  expect(await balanceOf(shop, id)).toBe(1_000_000 - total)
})

test('choosing gift card as the payment method does not give an order for free', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['RAM', 1]])
  const page = await pageAfter(shop, checkoutId, {
    payment_method: 'gift_card',
    action: 'place',
    seen: await look(shop, checkoutId),
  })
  expect(page.errors).toEqual({ payment_method: 'payment_method_unavailable' })
})

test('all invalid codes are answered alike, and guessing is limited', async () => {
  await using shop = await fixtureShop()
  const euro = await aCard(shop, 5_000, 'EUR')
  const spent = await aCard(shop, 5_000)
  await shop.db.updateTable('gift_cards').set({ balance: 0 }).where('id', '=', spent.id).execute()
  const over = await aCard(shop, 5_000)
  await shop.db
    .updateTable('gift_cards')
    .set({ expires_at: shop.now().toISOString() })
    .where('id', '=', over.id)
    .execute()
  const good = await aCard(shop, 5_000)
  const checkoutId = await checkoutWith(shop, [['RAM', 1]])
  const guesser = somebody()
  const tried = async (code: string) => {
    const answer = await post(shop, checkoutId, { gift_card: code, action: 'gift_card' }, guesser)
    return answer.kind === 'page' && [answer.page.refusedGiftCard !== null, answer.page.giftCards.length]
  }
  for (const code of ['x', 'AAAA-BBBB-CCCC-DDDD', euro.code, spent.code, over.code, 'O'.repeat(500)])
    expect(await tried(code), code).toEqual([true, 0])
  // Forms leave out control characters: nothing was typed.
  expect(await tried('\u0000')).toEqual([false, 0])
  for (let guess = 0; guess < 12; guess += 1) await tried(`AAAA-BBBB-CCCC-${String(2222 + guess)}`)
  expect(await tried(good.code)).toEqual([true, 0])
})

test('a card used elsewhere meanwhile makes the shop ask again and takes nothing', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 10_000)
  const [one, other] = [await checkoutWith(shop, [['RAM', 1]]), await checkoutWith(shop, [['FAN', 2]])]
  const [first, second] = [
    await pageAfter(shop, one, { gift_card: code, action: 'gift_card' }),
    await pageAfter(shop, other, { gift_card: code, action: 'gift_card' }),
  ]
  expect((await post(shop, one, { seen: first.seen, action: 'place' })).kind).toBe('go')
  const again = await pageAfter(shop, other, { seen: second.seen, action: 'place' })
  expect(again.changes).toEqual([{ kind: 'gift_card' }])
  expect([again.giftCards, await balanceOf(shop, id)]).toEqual([[], 0])
})

test('twenty concurrent checkouts take no more from a card than its balance', { timeout: 30_000 }, async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 25_000)
  const checkouts = await Promise.all(Array.from({ length: 20 }, () => checkoutWith(shop, [['ODD-PRICE', 3]])))
  const pages = await Promise.all(
    checkouts.map((checkoutId) => pageAfter(shop, checkoutId, { gift_card: code, action: 'gift_card' })),
  )
  await Promise.all(
    checkouts.map((checkoutId, at) => post(shop, checkoutId, { seen: pages[at]?.seen ?? '', action: 'place' })),
  )
  const uses = await shop.db.selectFrom('gift_card_uses').select(['amount']).where('gift_card_id', '=', id).execute()
  const taken = uses.reduce((sum, { amount }) => sum + Number(amount), 0)
  expect(taken).toBeGreaterThan(0)
  expect(taken + (await balanceOf(shop, id))).toBe(25_000)
})

test("a failed or missing payment returns the card's money; a late one takes it again", async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { id, code } = await aCard(shop, 10_000)
  const failed = await paidWith(shop, code)
  await sandboxSays(shop, (await attemptOf(shop, failed.order.id)).id, 'failed')
  expect(await balanceOf(shop, id)).toBe(10_000)
  const late = await paidWith(shop, code)
  clock.advance(31 * 60)
  await expireOrders(shop)
  expect(await balanceOf(shop, id)).toBe(10_000)
  await sandboxSays(shop, (await attemptOf(shop, late.order.id)).id, 'succeeded')
  expect([await balanceOf(shop, id), (await orderById(shop.db, late.order.id))?.status]).toEqual([0, 'confirmed'])
})

test('mails about a cancellation and a refund say what is back on gift cards', async () => {
  await using shop = await fixtureShop()
  const told = async () => {
    await deliverOutbox(shop)
    return mailTexts(shop.env.SHOP_DATA, 'anna@example.se').join(' ').replaceAll(/\s+/g, ' ')
  }
  const { order, total } = await paidWith(shop, (await aCard(shop, 1_000_000)).code)
  await cancelOrder(shop, { orderId: order.id, actor: 'operator', reason: '' })
  const cancelled = await told()
  expect(cancelled).toContain(`${total / 100} kr har gått tillbaka till presentkort`)
  expect(cancelled).not.toContain('Du har inte betalat något')
  const { order: sent } = await paidWith(shop, (await aCard(shop, 1_000_000)).code)
  await shipOrder(shop, { orderId: sent.id, actor: 'operator', carrier: '', trackingNumber: '' })
  await refundOrder(shop, { orderId: sent.id, actor: 'operator', reason: '', withDelivery: true })
  const refunded = await told()
  expect(refunded).toContain(`kr för beställning ${sent.number} har gått tillbaka till presentkort`)
  expect(refunded).not.toContain('på väg tillbaka till dig')
})

test('a cancelled order returns to card and payment what each had paid', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 10_000)
  const { order, total } = await paidWith(shop, code)
  const { id: attemptId } = await attemptOf(shop, order.id)
  await sandboxSays(shop, attemptId, 'succeeded')
  await cancelOrder(shop, { orderId: order.id, actor: 'operator', reason: 'test' })
  expect([await balanceOf(shop, id), (await attemptOf(shop, order.id)).refunded]).toEqual([10_000, total - 10_000])
})

test('units refunded one by one go to the payment first, then the card, to the last öre', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 30_000)
  const { order, total } = await paidWith(shop, code, [['RAM', 2]])
  await sandboxSays(shop, (await attemptOf(shop, order.id)).id, 'succeeded')
  await shipOrder(shop, { orderId: order.id, actor: 'operator', carrier: 'postnord', trackingNumber: '1' })
  const back = async () => (await attemptOf(shop, order.id)).refunded + (await balanceOf(shop, id))
  for (const key of ['a', 'b'])
    await refundOrder(shop, {
      orderId: order.id,
      actor: 'operator',
      reason: key,
      key,
      units: [{ position: 1, quantity: 1 }],
      withDelivery: key === 'b',
    })
  expect(await back()).toBe(total)
  expect(await balanceOf(shop, id)).toBe(30_000)
})

test('an invoice order that becomes cheaper than its card returns the difference to the card', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 30_000)
  const { order, total } = await paidWith(
    shop,
    code,
    [
      ['RAM', 1],
      ['FAN', 1],
    ],
    { payment_method: 'invoice' },
  )
  expect(order.status).toBe('confirmed')
  await refundOrder(shop, {
    orderId: order.id,
    actor: 'operator',
    reason: 'x',
    key: 'x',
    units: [{ position: 1, quantity: 1 }],
    withDelivery: false,
  })
  const left = total - 19_900
  expect(await balanceOf(shop, id)).toBe(30_000 - Math.min(30_000, left))
  await shipOrder(shop, { orderId: order.id, actor: 'operator', carrier: 'postnord', trackingNumber: '1' })
  expect((await attemptOf(shop, order.id)).captured).toBe(Math.max(0, left - 30_000))
})

test('cards pay in their order, at most their balance and the sum', () => {
  const balance = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(balance, { maxLength: 6 }), fc.integer({ min: -100, max: 3_000_000 }), (balances, sum) => {
      const cards = balances.map((amount, at) => ({ id: String(at), balance: amount }))
      const parts = giftCardParts(cards, sum)
      expect(sumOfParts(parts)).toBe(
        Math.min(
          Math.max(0, sum),
          balances.reduce((all, amount) => all + amount, 0),
        ),
      )
      for (const { id, amount } of parts) expect(amount).toBeLessThanOrEqual(balances[Number(id)] ?? 0)
      const short = parts.findIndex(({ id, amount }) => amount < (balances[Number(id)] ?? 0))
      if (short >= 0) expect(short).toBe(parts.length - 1)
    }),
    { numRuns: 2_000 },
  )
})
