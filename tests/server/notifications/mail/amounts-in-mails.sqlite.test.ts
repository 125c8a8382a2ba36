import { expect, test } from 'vitest'
import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import { languages, type Language } from '../../../../src/domain/places/locales.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { issueCard, mailCardAgain } from '../../../../src/server/ordering/gift-cards/issue-card.ts'
import { giftCardById } from '../../../../src/server/ordering/gift-cards/queries.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { priceQuote } from '../../../../src/server/ordering/quotes/answer-quote.ts'
import { requestQuote } from '../../../../src/server/ordering/quotes/request-quote.ts'
import { codesJson } from '../../../../src/server/platform/db/json-columns.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { aForm, buy, checkoutWith, fixtureShop, swedish } from '../../ordering/checkout/buyer.ts'
import { pay } from '../../ordering/orders/parcels.ts'
import { readMails, shownText, squeezed } from './mail-parts.ts'
import { findMoney } from './written-money.ts'

type Case = { language: Language; currency: CurrencyCode }
const cases: Case[] = languages.flatMap((language) =>
  (['SEK', 'EUR', 'NOK', 'DKK'] as const).map((currency) => ({ language, currency })),
)

const contextOf = ({ language, currency }: Case) => ({ ...swedish('SE', currency), language })

/** The amounts of the mails to somebody, those of the text also in the HTML; `about` is the message's id. */
async function mailedTo(
  shop: Shop,
  email: string,
  { language, currency }: Case,
): Promise<{ about: string; amounts: number[] }[]> {
  await deliverOutbox(shop)
  const mails = (await readMails(shop)).filter(({ to }) => to?.some(({ address }) => address === email))
  return mails.map(({ messageId = '', text, page }) => {
    const inText = findMoney(text, language)
    for (const { written } of inText) expect(shownText(page)).toContain(squeezed(written))
    expect(new Set(inText.map((each) => each.currency))).toEqual(new Set(inText.length > 0 ? [currency] : []))
    return { about: messageId, amounts: inText.map(({ amount }) => amount) }
  })
}

/** Unit prices with VAT, units, and the VAT rate in percent. */
const quotedParts = [
  { sku: 'FAN', price: 123_457, quantity: 7, rate: 25 },
  { sku: 'MANUAL', price: 1_999, quantity: 3, rate: 6 },
  { sku: 'RAM', price: 100_000, quantity: 1, rate: 25 },
]

/** What one costs without VAT, to the nearest minor unit. */
const withoutVat = (price: number, rate: number) => Math.floor((price * 100 * 2 + 100 + rate) / (2 * (100 + rate)))

test('the mail of a quote has its prices, their sum and its VAT, in each language and currency', async () => {
  await using shop = await fixtureShop()
  for (const one of cases) {
    const id = `buyer-${one.language}-${one.currency}`.toLowerCase()
    await addCustomer(shop, { id })
    const items = quotedParts.map(({ sku, quantity }) => ({ sku, quantity }))
    const cart = { checkoutId: null, items, coupons: [], customerId: id }
    const checkoutId = await storeCart(shop, contextOf(one), cart)
    const asked = await requestQuote(shop, { reader: { customerId: id, organization: null }, checkoutId, message: '' })
    if (asked.kind !== 'asked') throw new Error(asked.kind)
    const prices = new Map(quotedParts.map(({ sku, price }) => [sku, price]))
    await priceQuote(shop, { number: asked.number, prices, days: 30, answer: '' })
    const sums = quotedParts.map(({ price, quantity, rate }) => ({
      each: quantity > 1 ? [price] : [],
      inc: price * quantity,
      ex: withoutVat(price, rate) * quantity,
    }))
    const [inc, ex] = [sums.reduce((sum, each) => sum + each.inc, 0), sums.reduce((sum, each) => sum + each.ex, 0)]
    const [mail] = await mailedTo(shop, `${id}@example.se`, one)
    expect(mail?.amounts, id).toEqual([...sums.flatMap((each) => [...each.each, each.inc]), inc, inc - ex, ex])
  }
})

test('the mails of gift cards say what they are worth and what they pay, in each language and currency', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 1_000 }).execute()
  await shop.db.updateTable('products').set({ vat_class: 'voucher' }).where('sku', '=', 'GIFT').execute()
  for (const one of cases) {
    const email = `${one.language}-${one.currency}@example.se`.toLowerCase()
    const worth = { used: 1_001, kept: 123_456 }
    const [used, kept] = [newId(), newId()]
    await issueCard(shop, { ...one, id: used, amount: worth.used, email, actor: 'x' }, 'mail')
    await issueCard(shop, { ...one, id: kept, amount: worth.kept, email, actor: 'x' }, 'mail')
    await deliverOutbox(shop)
    const partly = await ordered(shop, one, { email, goods: ['FAN', 2], cards: [used] })
    const whole = await ordered(shop, one, { email, goods: ['FAN', 3], cards: [kept] })
    const bought = await ordered(shop, one, { email, goods: ['GIFT', 2], cards: [] })
    const card = await giftCardById(shop.db, kept)
    await deliverOutbox(shop)
    if (card) await mailCardAgain(shop, card)

    const mails = await mailedTo(shop, email, one)
    const confirmed = (id: string) => mails.find(({ about }) => about.includes(`order-confirmed-${id}`))?.amounts
    expect(confirmed(partly.id)?.slice(-2)).toEqual([-worth.used, partly.total - worth.used])
    expect(confirmed(whole.id)?.slice(-2)).toEqual([-whole.total, 0])
    const cards = await shop.db.selectFrom('gift_cards').select('amount').where('order_id', '=', bought.id).execute()
    expect(cards).toHaveLength(2)
    const expected = [[worth.used], [worth.kept], [worth.kept - whole.total], cards.map(({ amount }) => Number(amount))]
    const sent = mails.filter(({ about }) => about.includes('gift-card')).map(({ amounts }) => amounts)
    expect(sent.toSorted()).toEqual(expected.toSorted())
  }
})

type Wanted = { email: string; goods: [sku: string, quantity: number]; cards: string[] }

async function ordered(shop: Shop, one: Case, { email, goods, cards }: Wanted) {
  const context = contextOf(one)
  const checkoutId = await checkoutWith(shop, [goods], [], context)
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write(cards) })
  const placed = await buy(shop, checkoutId, aForm({ email, payment_method: 'sandbox' }), context)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  const order = await orderById(shop.db, placed.orderId)
  if (order?.status === 'pending_payment') await pay(shop, placed.attemptId)
  return { id: placed.orderId, total: order?.total ?? 0 }
}
