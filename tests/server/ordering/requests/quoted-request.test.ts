import { describe, expect, test } from 'vitest'
import { accountQuotePage } from '../../../../src/server/ordering/account/quote-page.ts'
import { renewCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { priceQuote } from '../../../../src/server/ordering/quotes/answer-quote.ts'
import { answerRequest, type LineAnswer } from '../../../../src/server/ordering/requests/answer-request.ts'
import { hashSecret, newSecret } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { bearerOf, visit, where } from '../../identity/page-visit.ts'
import { addCustomer, mailedToken, mailsOf } from '../../identity/shopper.ts'
import { aForm, fixtureShop, movableClock, stockOf, swedish, theBrowser } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../checkout/visit-checkout.ts'
import { aRequest, quoteByLink, sent } from './asker.ts'

const day = 86_400
const email = 'anna@example.se'

async function answered(shop: Shop, number: string, answers: LineAnswer[] = [{ line: 1, price: 12_345 }], days = 14) {
  return answerRequest(shop, { number, answers, days, text: 'Gärna', isExVat: false })
}

/** A guest's request for two unpriced parts, answered with 123.45 kr each; returns the token of the mail. */
async function quoted(shop: Shop): Promise<string> {
  await answered(shop, await sent(shop))
  return mailedToken(shop, email)
}

async function accepted(shop: Shop, token: string, bearer?: string): Promise<string> {
  const answer = await quoteByLink(shop, token, { form: { action: 'accept' }, ...(bearer ? { bearer } : {}) })
  return answer.kind === 'go' ? (answer.path.split('/').at(-1) ?? '') : ''
}

async function order(shop: Shop, checkoutId: string, customerId: string | null = null) {
  const browser = theBrowser(shop, customerId)
  const answer = await openCheckout(shop, 'sv', checkoutId, { customerId })
  const seen = answer.kind === 'page' ? answer.page.seen : ''
  const fields: Record<string, string> = { ...aForm({ payment_method: 'sandbox' }), action: 'place', seen }
  return sendCheckout(shop, 'sv', checkoutId, fields, browser)
}

const orders = ({ db }: Shop) => db.selectFrom('orders').select(['items_total', 'vat_total', 'customer_id']).execute()

describe("a guest's quote", () => {
  test.each([
    ['Fixit AB', 'organization'],
    ['', 'private'],
  ])('of "%s" opens the checkout of a buyer who is %s', async (organization, kind) => {
    await using shop = await fixtureShop()
    await answered(shop, await sent(shop, aRequest({ organization })))
    const checkoutId = await accepted(shop, await mailedToken(shop, email))
    expect(await openCheckout(shop, 'sv', checkoutId)).toMatchObject({ page: { form: { customer_kind: kind } } })
  })

  test('keeps the order of the lines of the request, in whatever order they are answered', async () => {
    await using shop = await fixtureShop()
    const number = await sent(shop, aRequest({ number: 'FAN', lines: 'RAM; 3' }))
    await answered(shop, number, [
      { line: 2, price: 20_000 },
      { line: 1, price: 10_000 },
    ])
    const lines = await shop.db.selectFrom('quote_lines').select(['sku', 'quantity']).orderBy('position').execute()
    expect(lines).toEqual([
      { sku: 'FAN', quantity: 2 },
      { sku: 'RAM', quantity: 3 },
    ])
  })

  test('is mailed with exact sums and a link, and becomes an order of a part that has no price', async () => {
    await using shop = await fixtureShop()
    const token = await quoted(shop)
    const mail = (await mailsOf(shop))
      .map((text) => text.replaceAll('\u00a0', ' '))
      .find((text) => text.includes(token))
    for (const words of ['To: anna@example.se', 'Q100001', 'Gärna', '123,45 kr/st', 'Totalt: 246,90 kr'])
      expect(mail).toContain(words)
    for (const words of ['Varav moms: 49,38 kr', 'Exkl. moms: 197,52 kr', 'leverans till Sverige'])
      expect(mail).toContain(words)
    expect(await quoteByLink(shop, token)).toMatchObject({
      status: 200,
      page: { quote: { state: 'priced', canAccept: true, canWithdraw: false, total: { inc: 24_690, ex: 19_752 } } },
    })
    const checkoutId = await accepted(shop, token)
    expect(await openCheckout(shop, 'sv', checkoutId)).toMatchObject({
      page: { isQuoted: true, totals: { items: { inc: 24_690, ex: 19_752 } }, changes: [] },
    })
    expect((await order(shop, checkoutId)).kind).toBe('go')
    expect(await orders(shop)).toMatchObject([{ items_total: 24_690, customer_id: null }])
    expect((await stockOf(shop, 'bat-unpriced')).reserved).toBe(2)
    expect(await quoteByLink(shop, token)).toMatchObject({
      page: { quote: { state: 'accepted', canAccept: false, orderNumber: null } },
    })
  })

  test('makes one order, however often the link is used', async () => {
    await using shop = await fixtureShop()
    const token = await quoted(shop)
    const ids = await Promise.all([1, 2, 3].map(() => accepted(shop, token)))
    expect(new Set(ids).size).toBe(1)
    const [checkoutId = ''] = ids
    await Promise.all([order(shop, checkoutId), order(shop, checkoutId)])
    expect(await orders(shop)).toHaveLength(1)
    expect(await quoteByLink(shop, token, { form: { action: 'accept' } })).toMatchObject({ status: 409 })
    await order(shop, checkoutId)
    expect(await orders(shop)).toHaveLength(1)
  })

  test('opens for its token alone, which the database does not hold', async () => {
    await using shop = await fixtureShop()
    const token = await quoted(shop)
    const [link] = await shop.db.selectFrom('mail_links').selectAll().where('purpose', '=', 'quote').execute()
    expect(link?.hash).toBe(hashSecret(token))
    expect(token.length).toBeGreaterThanOrEqual(32)
    const wrong = [newSecret(), '', token.slice(0, -1), `${token}x`, link?.hash ?? '', link?.subject ?? '', 'Q100001']
    for (const guess of wrong) {
      expect(await quoteByLink(shop, guess)).toMatchObject({ status: 404, page: { kind: 'over' } })
      expect(await quoteByLink(shop, guess, { form: { action: 'accept' } })).toMatchObject({ status: 404 })
    }
  })

  test('ends on its last day, in the checkout as well', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    await answered(shop, await sent(shop), undefined, 3)
    const token = await mailedToken(shop, email)
    const checkoutId = await accepted(shop, token)
    clock.advance(4 * day)
    expect(await quoteByLink(shop, token)).toMatchObject({ status: 404 })
    expect(await quoteByLink(shop, token, { form: { action: 'accept' } })).toMatchObject({ status: 404 })
    expect((await order(shop, checkoutId)).kind).not.toBe('go')
    expect(await orders(shop)).toEqual([])
  })

  test('is ordered at its price only: quantities, other carts and codes do not change it', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await accepted(shop, await quoted(shop))
    const items = [{ sku: 'BAT-UNPRICED', quantity: 50, price: 0.01 }]
    expect(await renewCart(shop, swedish(), checkoutId, { items, coupons: ['FIXED50'] })).toBe('other')
    const fields: Record<string, string> = { ...aForm(), coupon: 'FIXED50', action: 'update', price: '1' }
    expect(await sendCheckout(shop, 'sv', checkoutId, fields, theBrowser(shop))).toMatchObject({
      page: { coupons: [], totals: { items: { inc: 24_690 } } },
    })
  })

  test('belongs to who opened it last, without what another visitor typed', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'buyer' })
    const token = await quoted(shop)
    const checkoutId = await accepted(shop, token)
    const fields: Record<string, string> = { ...aForm({ line1: 'Hemliga gatan 1' }), action: 'update' }
    await sendCheckout(shop, 'sv', checkoutId, fields, theBrowser(shop))
    expect(await accepted(shop, token, await bearerOf(shop, 'buyer'))).toBe(checkoutId)
    const asBuyer = await openCheckout(shop, 'sv', checkoutId, { customerId: 'buyer' })
    expect(asBuyer).toMatchObject({ page: { isQuoted: true, totals: { items: { inc: 24_690 } }, form: { line1: '' } } })
    expect((await order(shop, checkoutId, 'buyer')).kind).toBe('go')
    expect(await orders(shop)).toMatchObject([{ customer_id: 'buyer' }])
  })

  test('keeps the price without VAT when it is delivered to another country', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await accepted(shop, await quoted(shop))
    const fields: Record<string, string> = { ...aForm({ country: 'DE', postal_code: '10115' }), action: 'update' }
    // 98.76 kr without VAT, 19 % in Germany: 117.52.
    expect(await sendCheckout(shop, 'sv', checkoutId, fields, theBrowser(shop))).toMatchObject({
      page: { lines: [{ amounts: { unit: { inc: 11_752, ex: 9_876 } } }] },
    })
  })

  test('is limited by stock, as other orders are', async () => {
    await using shop = await fixtureShop()
    await shop.db.updateTable('stock').set({ on_hand: 1 }).where('product_id', '=', 'bat-unpriced').execute()
    expect(await answered(shop, await sent(shop))).toMatchObject({ short: [{ sku: 'BAT-UNPRICED', available: 1 }] })
    const checkoutId = await accepted(shop, await mailedToken(shop, email))
    expect(await openCheckout(shop, 'sv', checkoutId)).toMatchObject({
      page: { lines: [{ quantity: 1 }], totals: { items: { inc: 12_345 } } },
    })
    await shop.db.updateTable('stock').set({ on_hand: 0 }).where('product_id', '=', 'bat-unpriced').execute()
    expect((await order(shop, checkoutId)).kind).not.toBe('go')
  })

  test('is mailed again with new prices, and the first link shows them', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const token = await quoted(shop)
    clock.advance(60)
    await priceQuote(shop, { number: 'Q100001', prices: new Map([['BAT-UNPRICED', 10_000]]), days: 5, answer: '' })
    expect((await mailsOf(shop)).filter((mail) => mail.includes('/sv/offert?token='))).toHaveLength(2)
    expect(await quoteByLink(shop, token)).toMatchObject({ page: { quote: { total: { inc: 20_000 } } } })
  })
})

test('a part without a price cannot be ordered without its quote', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await accepted(shop, await quoted(shop))
  await shop.db.updateTable('carts').set({ quote_id: null }).where('checkout_id', '=', checkoutId).execute()
  expect(await openCheckout(shop, 'sv', checkoutId)).toMatchObject({ page: { totals: { items: { inc: 0 } } } })
  expect((await order(shop, checkoutId)).kind).not.toBe('go')
})

test("a customer's answer is in the account, and no mailed token opens it", async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'buyer' })
  const bearer = await bearerOf(shop, 'buyer')
  await answered(shop, await sent(shop, aRequest({ message: 'Före fredag' }), { bearer }))
  const mail = (await mailsOf(shop)).find((text) => text.includes('To: buyer@example.se') && text.includes('Q100001'))
  expect(mail).toContain('/sv/my-account/offers/Q100001')
  expect(await shop.db.selectFrom('mail_links').select('hash').where('purpose', '=', 'quote').execute()).toEqual([])
  const page = (form?: Record<string, string>) =>
    visit(shop, '/sv/my-account/offers/Q100001', accountQuotePage, { bearer, ...(form ? { form } : {}) })
  expect(await page()).toMatchObject({ page: { canAccept: true, message: 'Före fredag', total: { inc: 24_690 } } })
  const checkoutId =
    where(await page({ action: 'accept' }))
      .split('/')
      .at(-1) ?? ''
  expect((await order(shop, checkoutId, 'buyer')).kind).toBe('go')
  expect(await orders(shop)).toMatchObject([{ items_total: 24_690, customer_id: 'buyer' }])
})
