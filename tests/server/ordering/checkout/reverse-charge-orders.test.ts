import { describe, expect, test } from 'vitest'
import { voucherClass } from '../../../../src/domain/money/vat.ts'
import { purchased } from '../../../../src/features/checkout/checkout-events.ts'
import { exactSum } from '../../../../src/i18n/money.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { renewSubscriptions } from '../../../../src/server/ordering/renewals/renew.ts'
import { announceRenewals } from '../../../../src/server/ordering/subscriptions/announce.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { aCard, balanceOf } from '../gift-cards/holder.ts'
import { checkoutWith, movableClock, swedish, orderedPage } from './buyer.ts'
import { number, shopAsking, post, looked, orderOf, linesOf, placed } from './reverse-charge-buyer.ts'

const flat = (text: string) => text.replace(/\s+/g, ' ')

describe('an order with reverse charge', () => {
  test('confirmation, tracking, mail, invoice and credit note show it, with both numbers', async () => {
    await using at = await shopAsking()
    const { shop } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 3]])
    const order = await placed(shop, checkoutId)
    const page = await orderedPage(shop, checkoutId)
    expect(page).toMatchObject({
      vatNumber: number,
      isReverseCharged: true,
      totals: { total: { inc: order.total, ex: order.total } },
    })
    expect(JSON.parse((page && purchased(page)) ?? '{}')).toMatchObject({
      ecommerce: { value: order.total / 100, tax: 0 },
    })
    await deliverOutbox(shop)
    const [mail = ''] = mailTexts(shop.env.SHOP_DATA, 'anna@example.se')
    for (const words of ['Reverse charge: the buyer accounts for VAT', number, 'SE559999460401'])
      expect(mail).toContain(words)
    expect(mail).not.toContain('Of which VAT')
    await shipOrder(shop, { orderId: order.id, actor: 'operator', carrier: 'postnord', trackingNumber: 'PN-1' })
    await deliverOrder(shop, { orderId: order.id, actor: 'operator' })
    const invoice = await orderDocument(shop, order.id, 'invoice', 'en')
    const { refund } = await refundOrder(shop, { orderId: order.id, actor: 'operator', reason: '', withDelivery: true })
    expect(refund).toMatchObject({ amount: order.total, vat: 0, delivery_vat: 0 })
    for (const paper of [invoice?.number, refund.number]) {
      const { content } = await shop.db
        .selectFrom('documents')
        .select('content')
        .where('number', '=', paper ?? '')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(content)).toMatchObject({
        isReverseCharged: true,
        total: order.total,
        vat: 0,
        rates: [{ rate: 0, net: order.total, vat: 0 }],
        buyer: { vatNumber: number },
        seller: { vatNumber: 'SE559999460401' },
      })
    }
  })

  test('free delivery stays free, and a gift card has no VAT to account for', async () => {
    await using at = await shopAsking()
    const { shop } = at
    const many = await looked(shop, await checkoutWith(shop, [['FAN', 17]]))
    const same = await looked(shop, await checkoutWith(shop, [['FAN', 17]]), { vat_number: '' })
    expect(same.totals.items.inc).toBeGreaterThanOrEqual(150_000)
    expect([same.totals.delivery.inc, many.totals.delivery.inc]).toEqual([0, 0])
    expect(many.totals.items.inc).toBeLessThan(150_000)
    await shop.db.updateTable('products').set({ vat_class: voucherClass }).where('sku', '=', 'GIFT').execute()
    const card = await looked(shop, await checkoutWith(shop, [['GIFT', 1]]))
    expect(card).toMatchObject({
      vat: { state: 'confirmed', reverseCharge: null },
      totals: { total: { inc: 50_000, ex: 50_000 } },
    })
  })

  test('a gift card keeps its price beside parts without VAT, and pays the sum without VAT', async () => {
    await using at = await shopAsking()
    const { shop } = at
    await shop.db.updateTable('products').set({ vat_class: voucherClass }).where('sku', '=', 'GIFT').execute()
    const taxed = await looked(
      shop,
      await checkoutWith(shop, [
        ['GIFT', 1],
        ['FAN', 1],
      ]),
      { vat_number: '', payment_method: 'sandbox' },
    )
    const mixed = await looked(
      shop,
      await checkoutWith(shop, [
        ['GIFT', 1],
        ['FAN', 1],
      ]),
      { payment_method: 'sandbox' },
    )
    expect(mixed).toMatchObject({
      vat: { reverseCharge: number },
      totals: { items: { inc: taxed.totals.items.ex, ex: taxed.totals.items.ex } },
    })
    expect(mixed.totals.items.inc - 50_000).toBeLessThan(taxed.totals.items.inc - 50_000)
    const card = await aCard(shop, 1_000_000)
    const checkoutId = await checkoutWith(shop, [['FAN', 3]])
    const typed = await looked(shop, checkoutId, { gift_card: card.code, action: 'gift_card' })
    expect(typed).toMatchObject({ due: 0, giftCards: [{ amount: typed.totals.total.ex }] })
    expect(await post(shop, checkoutId, { payment_method: '' }, typed.seen)).toMatchObject({ kind: 'go' })
    expect(await orderOf(shop, checkoutId)).toMatchObject({
      reverse_charge: 1,
      vat_total: 0,
      total: typed.totals.total.ex,
      gift_card_total: typed.totals.total.ex,
    })
    expect(await balanceOf(shop, card.id)).toBe(1_000_000 - typed.totals.total.ex)
  })

  test("returned units are refunded at their price without VAT, and all of them at the order's sum", async () => {
    await using at = await shopAsking()
    const { shop } = at
    const order = await placed(
      shop,
      await checkoutWith(shop, [
        ['FAN', 3],
        ['MANUAL', 2],
      ]),
    )
    await shipOrder(shop, { orderId: order.id, actor: 'operator', carrier: 'postnord', trackingNumber: 'PN-1' })
    await deliverOrder(shop, { orderId: order.id, actor: 'operator' })
    const [fan] = await linesOf(shop)
    const of = { orderId: order.id, actor: 'operator', reason: '' }
    const { refund: one } = await refundOrder(shop, {
      ...of,
      units: [{ position: 1, quantity: 1 }],
      withDelivery: false,
    })
    expect(one).toMatchObject({ amount: fan?.unit_price, vat: 0 })
    const { refund: rest } = await refundOrder(shop, { ...of, withDelivery: true })
    expect(rest).toMatchObject({ amount: order.total - one.amount, vat: 0, delivery_vat: 0 })
  })

  test('a renewal checks again, and includes VAT when the check is unavailable', async () => {
    const clock = movableClock()
    await using at = await shopAsking(clock)
    const { shop, vies } = at
    const items = [{ sku: 'PASTE', quantity: 2, subscription_interval: { id: '30' } }]
    const checkoutId = await storeCart(shop, swedish('DE'), { checkoutId: null, items, coupons: [] })
    const first = await placed(shop, checkoutId)
    for (const [mood, charge] of [
      ['known', 1],
      ['MS_UNAVAILABLE', 0],
      ['unknown', 0],
    ] as const) {
      vies.mood = mood
      clock.advance(30 * 24 * 3600)
      await renewSubscriptions(shop)
      const renewed = await shop.db.selectFrom('orders').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
      expect(renewed, mood).toMatchObject({ reverse_charge: charge, vat_number: number, customer_kind: 'organization' })
      expect(renewed.id).not.toBe(first.id)
      expect(renewed.vat_total === 0).toBe(charge === 1)
    }
    expect(vies.asked).toHaveLength(4)
  })

  test('the mail before a renewal states the sum that the renewal then costs', async () => {
    const clock = movableClock()
    await using at = await shopAsking(clock)
    const { shop } = at
    const items = [{ sku: 'PASTE', quantity: 2, subscription_interval: { id: '30' } }]
    await placed(shop, await storeCart(shop, swedish('DE'), { checkoutId: null, items, coupons: [] }))
    clock.advance(27 * 24 * 3600)
    await announceRenewals(shop)
    await deliverOutbox(shop)
    const mail = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((text) =>
      text.includes('<subscription-upcoming-'),
    )
    clock.advance(3 * 24 * 3600)
    await renewSubscriptions(shop)
    const renewed = await shop.db.selectFrom('orders').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    expect(renewed).toMatchObject({ reverse_charge: 1, vat_total: 0 })
    expect(flat(mail ?? '')).toContain(flat(exactSum(renewed.total, 'SEK', renewed.language, true)))
  })
})
