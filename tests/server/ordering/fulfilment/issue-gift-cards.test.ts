import { expect, test } from 'vitest'
import { productFacts } from '../../../../src/server/catalog/products/product-facts.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { sendGiftCards } from '../../../../src/server/notifications/mail/gift-card.ts'
import { issueGiftCards } from '../../../../src/server/ordering/fulfilment/issue-gift-cards.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, bought, checkoutWith, fixtureShop, somebody, swedish } from '../checkout/buyer.ts'
import { sendCheckout } from '../checkout/visit-checkout.ts'
import { aCard, mailedCodes, sandboxSays } from '../gift-cards/holder.ts'

const byCard = aForm({ payment_method: 'sandbox' })
const buyer = 'anna@example.se'

async function shopWithVouchers() {
  const shop = await fixtureShop()
  await shop.db.updateTable('products').set({ vat_class: 'voucher' }).where('id', '=', 'gift').execute()
  return shop
}

const cards = ({ db }: Shop) =>
  db.selectFrom('gift_cards').select(['amount', 'balance', 'currency', 'status', 'email']).execute()

test("a paid order's cards are created and mailed once, and nothing readable is stored", async () => {
  await using shop = await shopWithVouchers()
  const { orderId, attemptId } = await bought(shop, [['GIFT', 2]], byCard)
  expect(await mailedCodes(shop, buyer)).toEqual([])
  await sandboxSays(shop, attemptId, 'succeeded')
  const codes = await mailedCodes(shop, buyer)
  expect(codes).toHaveLength(2)
  expect(await cards(shop)).toEqual(
    Array.from({ length: 2 }, () => ({
      amount: 50_000,
      balance: 50_000,
      currency: 'SEK',
      status: 'live',
      email: buyer,
    })),
  )
  expect((await orderById(shop.db, orderId))?.status).toBe('delivered')
  const stored = JSON.stringify([
    await shop.db.selectFrom('gift_card_codes').selectAll().execute(),
    await shop.db.selectFrom('outbox').selectAll().execute(),
  ])
  for (const code of codes) expect(stored).not.toContain(code)
})

test('a repeated issue, also concurrent, creates one card, and every mailed code works', async () => {
  await using shop = await shopWithVouchers()
  const { orderId, attemptId } = await bought(shop, [['GIFT', 1]], byCard)
  await sandboxSays(shop, attemptId, 'succeeded')
  await Promise.all([
    issueGiftCards(shop, orderId, sendGiftCards),
    issueGiftCards(shop, orderId, sendGiftCards),
    issueGiftCards(shop, orderId, sendGiftCards),
  ])
  expect(await cards(shop)).toHaveLength(1)
  expect(await shop.db.selectFrom('gift_card_codes').select('gift_card_id').distinct().execute()).toHaveLength(1)
})

test('a card can be bought with parts, which are then shipped as usual', async () => {
  await using shop = await shopWithVouchers()
  const { orderId, attemptId } = await bought(
    shop,
    [
      ['GIFT', 1],
      ['FAN', 1],
    ],
    byCard,
  )
  await sandboxSays(shop, attemptId, 'succeeded')
  await deliverOutbox(shop)
  expect((await orderById(shop.db, orderId))?.status).toBe('processing')
  expect(await cards(shop)).toHaveLength(1)
})

test('no card is sold on invoice', async () => {
  await using shop = await shopWithVouchers()
  const checkoutId = await checkoutWith(shop, [['GIFT', 1]])
  const answer = await sendCheckout(shop, 'sv', checkoutId, { ...aForm(), seen: '', action: 'place' }, somebody())
  expect(answer.kind === 'page' && [answer.page.errors, answer.page.paymentMethods]).toEqual([
    { payment_method: 'invoice_unavailable' },
    ['sandbox'],
  ])
})

test('a card pays for parts and not for other cards', async () => {
  await using shop = await shopWithVouchers()
  const { code } = await aCard(shop, 500_000)
  const checkoutId = await checkoutWith(shop, [
    ['GIFT', 1],
    ['FAN', 1],
  ])
  const answer = await sendCheckout(
    shop,
    'sv',
    checkoutId,
    { ...aForm(), seen: '', gift_card: code, action: 'gift_card' },
    somebody(),
  )
  expect(answer.kind === 'page' && [answer.page.due, answer.page.paymentMethods]).toEqual([50_000, ['sandbox']])
})

test('a refunded card is worth nothing; a used one is not refunded', async () => {
  await using shop = await shopWithVouchers()
  const { orderId, attemptId } = await bought(shop, [['GIFT', 2]], byCard)
  await sandboxSays(shop, attemptId, 'succeeded')
  await deliverOutbox(shop)
  const refund = (key: string) =>
    refundOrder(shop, {
      orderId,
      actor: 'operator',
      reason: '',
      key,
      units: [{ position: 1, quantity: 1 }],
      withDelivery: false,
    })
  await refund('one')
  expect((await cards(shop)).map(({ status, balance }) => `${status} ${balance}`).sort()).toEqual([
    'live 50000',
    'void 0',
  ])
  await shop.db.updateTable('gift_cards').set({ balance: 1 }).where('status', '=', 'live').execute()
  await expect(refund('two')).rejects.toThrow('have been used')
})

test('a voucher costs the same in every country and has no VAT', async () => {
  await using shop = await shopWithVouchers()
  for (const country of ['SE', 'DE', 'US']) {
    const facts = (await productFacts(shop.db, swedish(country), ['gift'], shop.now())).get('gift')
    expect([facts?.prices.n, facts?.vatRate], country).toEqual([[{ q: 1, p: 500 }], 0])
  }
})
