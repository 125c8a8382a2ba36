import { describe, expect, test } from 'vitest'
import { voucherClass } from '../../../src/domain/vat.ts'
import { postCheckout, showCheckout } from '../../../src/server/checkout/checkout-page.ts'
import { deliverOutbox } from '../../../src/server/background/deliver-outbox.ts'
import { checkoutOrder } from '../../../src/server/orders/order-page.ts'
import { orderDocument } from '../../../src/server/orders/order-document.ts'
import { refundOrder } from '../../../src/server/orders/refund-order.ts'
import { shipOrder } from '../../../src/server/orders/ship-order.ts'
import { deliverOrder } from '../../../src/server/orders/deliver-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { announceRenewals } from '../../../src/server/subscriptions/announce.ts'
import { renewSubscriptions } from '../../../src/server/subscriptions/renew.ts'
import { purchased } from '../../../src/features/checkout/tracked-orders.ts'
import { exactSum } from '../../../src/i18n/money.ts'
import { FakeVies, type ViesMood } from '../../support/fake-vies.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { addOrganization } from '../accounts/page-visit.ts'
import { addCustomer } from '../accounts/shopper.ts'
import { aCard, balanceOf } from '../gift-cards/holder.ts'
import { keepCart } from '../../../src/server/checkout/keep-cart.ts'
import { aForm, checkoutWith, countOf, fixtureShop, movableClock, somebody, swedish, type Clock } from './buyer.ts'

const number = 'DE136695976'
const firm = {
  customer_kind: 'organization',
  organization_name: 'Firma GmbH',
  organization_number: 'HRB 1',
  vat_number: 'de 136.695.976',
  country: 'DE',
  postal_code: '10115',
  city: 'Berlin',
}
type Changes = Partial<Record<string, string>>

/** A shop that asks the fake VIES. */
async function shopAsking(clock?: Clock) {
  const vies = await FakeVies.start()
  const own = await fixtureShop(clock)
  const shop: Shop = { ...own, env: { ...own.env, ...vies.env } }
  return {
    shop,
    vies,
    [Symbol.asyncDispose]: async () => {
      await own[Symbol.asyncDispose]()
      await vies[Symbol.asyncDispose]()
    },
  }
}

async function post(shop: Shop, checkoutId: string, changes: Changes, seen = '') {
  const fields: Changes = { ...aForm(firm), action: 'place', seen, ...changes }
  return postCheckout(shop, 'en', checkoutId, (name) => fields[name], somebody())
}

async function looked(shop: Shop, checkoutId: string, changes: Changes = {}, seen?: string) {
  const answer = await post(shop, checkoutId, { action: 'update', ...changes }, seen)
  if (answer.kind !== 'page') throw new Error(`No page but ${answer.kind}.`)
  return answer.page
}

const flat = (text: string) => text.replace(/\s+/g, ' ')
const orderOf = ({ db }: Shop, checkoutId: string) =>
  db.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst()
const linesOf = ({ db }: Shop) => db.selectFrom('order_lines').selectAll().orderBy('position').execute()

async function placed(shop: Shop, checkoutId: string, changes: Changes = {}) {
  const { seen } = await looked(shop, checkoutId, changes)
  expect(await post(shop, checkoutId, changes, seen)).toMatchObject({ kind: 'go' })
  const order = await orderOf(shop, checkoutId)
  if (!order) throw new Error('There is no order.')
  return order
}

describe('reverse charge', () => {
  test('a confirmed number takes the VAT off lines, discount, delivery and sum, and the order keeps why', async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    const checkoutId = await checkoutWith(
      shop,
      [
        ['FAN', 3],
        ['MANUAL', 2],
      ],
      ['FIXED50'],
    )
    const taxed = await looked(shop, checkoutId, { vat_number: '' })
    expect(taxed).toMatchObject({ vat: { state: 'none', reverseCharge: null, isAsked: false } })
    expect(await looked(shop, checkoutId, { action: 'vat' }, taxed.seen)).toMatchObject({
      vat: { state: 'confirmed', isAsked: true },
      changes: [],
    })
    const free = await looked(shop, checkoutId, {}, taxed.seen)
    expect(free).toMatchObject({
      errors: {},
      vat: { state: 'confirmed', reverseCharge: number },
      changes: [{ kind: 'vat', state: 'confirmed' }],
      form: { vat_number: 'de 136.695.976' },
    })
    const { items, discount, delivery, total } = taxed.totals
    for (const [sum, was] of [
      [free.totals.items, items],
      [free.totals.discount, discount],
      [free.totals.delivery, delivery],
      [free.totals.total, total],
    ])
      expect(sum).toEqual({ inc: was?.ex, ex: was?.ex })
    expect(free.deliveries.map(({ price }) => price)).toEqual(
      taxed.deliveries.map(({ price: { ex } }) => ({ inc: ex, ex })),
    )
    const order = await placed(shop, checkoutId)
    expect(order).toMatchObject({
      total: total.ex,
      vat_total: 0,
      delivery_vat: 0,
      discount_vat: 0,
      vat_number: number,
      consultation_number: 'WAPI1',
      reverse_charge: 1,
    })
    const lines = await linesOf(shop)
    expect(
      lines.every(
        (line) =>
          line.vat_rate === 0 &&
          line.vat_total === 0 &&
          line.discount_share_vat === 0 &&
          line.line_total === line.unit_price * line.quantity,
      ),
    ).toBe(true)
    expect(lines.reduce((sum, line) => sum + line.line_total - line.discount_share, 0) + order.delivery_total).toBe(
      order.total,
    )
    expect((await shop.db.selectFrom('payment_attempts').select('amount').executeTakeFirstOrThrow()).amount).toBe(
      order.total,
    )
    expect(vies.asked).toHaveLength(1)
  })

  test('confirmation, tracking, mail, invoice and credit note say so, with both numbers', async () => {
    await using at = await shopAsking()
    const { shop } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 3]])
    const order = await placed(shop, checkoutId)
    const page = await checkoutOrder(shop, checkoutId)
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

  test('a refused number is said at the field and places nothing; without it the order is with VAT', async () => {
    await using at = await shopAsking()
    at.vies.mood = 'unknown'
    const { shop } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    const page = await looked(shop, checkoutId)
    expect(page).toMatchObject({
      errors: { vat_number: 'vat_number_refused' },
      vat: { state: 'refused', reverseCharge: null },
    })
    expect(await post(shop, checkoutId, {}, page.seen)).toMatchObject({
      kind: 'page',
      page: { errors: { vat_number: 'vat_number_refused' } },
    })
    expect(await looked(shop, checkoutId, { vat_number: 'DE123' })).toMatchObject({
      errors: { vat_number: 'vat_number_invalid' },
    })
    expect(await countOf(shop, 'orders')).toBe(0)
    expect(await placed(shop, checkoutId, { vat_number: '' })).toMatchObject({
      vat_number: null,
      consultation_number: null,
      reverse_charge: 0,
    })
    expect((await linesOf(shop))[0]).toMatchObject({ vat_rate: 1900 })
  })

  test.each<ViesMood>(['MS_UNAVAILABLE', 503])(
    'when nobody can tell (%s), the shopper is told, and may go on with VAT or try again',
    async (mood) => {
      await using at = await shopAsking()
      const { shop, vies } = at
      const checkoutId = await checkoutWith(shop, [['FAN', 1]])
      const { seen } = await looked(shop, checkoutId, { vat_number: '' })
      vies.mood = mood
      const told = await post(shop, checkoutId, {}, seen)
      expect(told).toMatchObject({
        kind: 'page',
        page: { errors: {}, vat: { state: 'unavailable' }, changes: [{ kind: 'vat', state: 'unavailable' }] },
      })
      expect(await countOf(shop, 'orders')).toBe(0)
      if (told.kind === 'page') expect(await post(shop, checkoutId, {}, told.page.seen)).toMatchObject({ kind: 'go' })
      const order = await orderOf(shop, checkoutId)
      expect(order).toMatchObject({ vat_number: number, consultation_number: null, reverse_charge: 0 })
      expect(order?.vat_total).toBeGreaterThan(0)
    },
  )

  test('what changed between look and order is shown before anything is ordered: found out, away again, run out', async () => {
    const clock = movableClock()
    await using at = await shopAsking(clock)
    const { shop, vies } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    vies.mood = 'MS_UNAVAILABLE'
    const taxed = await looked(shop, checkoutId)
    vies.mood = 'known'
    const found = await post(shop, checkoutId, {}, taxed.seen)
    expect(found).toMatchObject({
      page: {
        vat: { state: 'confirmed' },
        changes: [{ kind: 'vat', state: 'confirmed' }],
        totals: { total: { inc: taxed.totals.total.ex } },
      },
    })
    clock.advance(24 * 3600)
    vies.mood = 'MS_UNAVAILABLE'
    const seen = found.kind === 'page' ? found.page.seen : ''
    const lost = await post(shop, checkoutId, {}, seen)
    expect(lost).toMatchObject({
      page: {
        vat: { state: 'unavailable' },
        changes: [{ kind: 'vat', state: 'unavailable' }],
        totals: { total: { inc: taxed.totals.total.inc } },
      },
    })
    expect(await countOf(shop, 'orders')).toBe(0)
  })

  test('nobody takes off VAT by forging: a private person, a flag, what was seen, another country after the confirmation', async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    const { seen } = await looked(shop, checkoutId)
    for (const [changes, country] of [
      [{ customer_kind: 'private' }, 'DE'],
      [{ country: 'SE', postal_code: '111 22', organization_number: '556036-0793' }, 'SE'],
    ] as const) {
      const page = await looked(shop, checkoutId, {
        ...changes,
        reverse_charge: '1',
        isReverseCharged: 'true',
        vat: 'confirmed',
      })
      expect(page, country).toMatchObject({ vat: { reverseCharge: null } })
      expect(page.totals.total.inc).toBeGreaterThan(page.totals.total.ex)
      expect(await post(shop, checkoutId, changes, seen)).toMatchObject({
        kind: 'page',
        page: { changes: [{ kind: 'vat' }] },
      })
    }
    vies.mood = 'MS_UNAVAILABLE'
    expect(await looked(shop, checkoutId, { vat_number: 'ATU13585627' }, seen)).toMatchObject({
      vat: { state: 'unavailable', reverseCharge: null },
    })
    const order = await placed(shop, checkoutId, { customer_kind: 'private' })
    expect(order).toMatchObject({ vat_number: null, reverse_charge: 0, consultation_number: null })
    expect(order.vat_total).toBeGreaterThan(0)
  })

  test("a number of the seller's own country is kept for the invoice and takes off nothing", async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    const order = await placed(shop, checkoutId, {
      country: 'SE',
      postal_code: '111 22',
      organization_number: '559999-4612',
      vat_number: 'SE 559999-4612 01',
    })
    expect(order).toMatchObject({
      vat_number: 'SE559999461201',
      reverse_charge: 0,
      consultation_number: null,
      vat_total: 2_960,
    })
    expect(vies.asked).toEqual([])
  })

  test('what is free from a sum on stays free, and a gift card has no VAT that the buyer could account for', async () => {
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

  test('beside parts without VAT a gift card keeps its price, and a card that pays is taken for the sum without VAT', async () => {
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

  test("units that come back are refunded at their price without VAT, and all of them at the order's sum", async () => {
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
      pieces: [{ position: 1, quantity: 1 }],
      withDelivery: false,
    })
    expect(one).toMatchObject({ amount: fan?.unit_price, vat: 0 })
    const { refund: rest } = await refundOrder(shop, { ...of, withDelivery: true })
    expect(rest).toMatchObject({ amount: order.total - one.amount, vat: 0, delivery_vat: 0 })
  })

  test('outside the EU nobody pays VAT, with a number or without', async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    for (const [country, code] of [
      ['NO', '0150'],
      ['CH', '8001'],
      ['US', '10001'],
      ['GB', 'SW1A 1AA'],
    ] as const) {
      for (const changes of [{}, { customer_kind: 'private' }]) {
        const { totals, vat } = await looked(
          shop,
          await checkoutWith(shop, [
            ['FAN', 2],
            ['MANUAL', 1],
          ]),
          { country, postal_code: code, ...changes },
        )
        expect([totals.items.inc, totals.delivery.inc, totals.total.inc, vat.reverseCharge]).toEqual([
          totals.items.ex,
          totals.delivery.ex,
          totals.total.ex,
          null,
        ])
      }
    }
    expect(vies.asked).toEqual([])
  })

  test("a customer's checkout begins with the organization's number", async () => {
    await using at = await shopAsking()
    const { shop } = at
    await addCustomer(shop, { id: 'buyer' })
    await addOrganization(shop, { id: 'firm', members: { buyer: 'buyer' } })
    await shop.db.updateTable('organizations').set({ vat_number: number }).execute()
    const checkoutId = await keepCart(shop, swedish('DE'), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId: 'buyer',
    })
    expect(await showCheckout(shop, 'en', checkoutId, 'buyer')).toMatchObject({
      page: { form: { vat_number: number, country: 'DE' }, vat: { state: 'confirmed', reverseCharge: number } },
    })
  })

  test('a renewal asks anew, and is with VAT when nobody can tell', async () => {
    const clock = movableClock()
    await using at = await shopAsking(clock)
    const { shop, vies } = at
    const items = [{ sku: 'PASTE', quantity: 2, subscription_interval: { id: '30' } }]
    const checkoutId = await keepCart(shop, swedish('DE'), { checkoutId: null, items, coupons: [] })
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

  test('the mail before a renewal names the sum that the renewal then costs', async () => {
    const clock = movableClock()
    await using at = await shopAsking(clock)
    const { shop } = at
    const items = [{ sku: 'PASTE', quantity: 2, subscription_interval: { id: '30' } }]
    await placed(shop, await keepCart(shop, swedish('DE'), { checkoutId: null, items, coupons: [] }))
    clock.advance(27 * 24 * 3600)
    await announceRenewals(shop)
    await deliverOutbox(shop)
    const [mail = ''] = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').filter((text) =>
      text.includes('<subscription-upcoming-'),
    )
    clock.advance(3 * 24 * 3600)
    await renewSubscriptions(shop)
    const renewed = await shop.db.selectFrom('orders').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    expect(renewed).toMatchObject({ reverse_charge: 1, vat_total: 0 })
    expect(flat(mail)).toContain(flat(exactSum(renewed.total, 'SEK', renewed.language, true)))
  })
})
