import { expect, test } from 'vitest'
import { quoteScreen } from '../../../../src/server/console/quotes/quote-page.ts'
import { quotesScreen } from '../../../../src/server/console/quotes/quotes-page.ts'
import { offersPage } from '../../../../src/server/ordering/account/overview-page.ts'
import { accountQuotePage } from '../../../../src/server/ordering/account/quote-page.ts'
import { bookEntries } from '../../../../src/server/ordering/books/book-entries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { priceQuote } from '../../../../src/server/ordering/quotes/answer-quote.ts'
import { quoteById } from '../../../../src/server/ordering/quotes/queries.ts'
import { quotePage } from '../../../../src/server/ordering/quotes/quote-page.ts'
import { answerRequest } from '../../../../src/server/ordering/requests/answer-request.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { contentOf, signedIn } from '../../console/at-console.ts'
import { addOrganization, bearerOf, visit, where } from '../../identity/page-visit.ts'
import { addCustomer, mailsOf } from '../../identity/shopper.ts'
import { aForm, fixtureShop, movableClock, somebody, swedish } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../checkout/visit-checkout.ts'
import { parcel, papers } from '../edits/charges.ts'
import { aRequest, sent } from '../requests/asker.ts'

const day = 86_400
const buyers = ['firm-buyer', 'consumer'] as const
type Buyer = (typeof buyers)[number]
type Quote = { number: string; buyer: Buyer }

/** A quote of five fans for 50.00 each, 40.00 without VAT at 25 %, and its number. */
async function quoted(shop: Shop, buyer: Buyer, context = swedish()): Promise<Quote> {
  const bearer = await bearerOf(shop, buyer)
  const items = [{ sku: 'FAN', quantity: 5 }]
  const cart = { checkoutId: null, items, coupons: [], customerId: buyer }
  const form = { checkout_id: await storeCart(shop, context, cart), message: '' }
  const number =
    where(await visit(shop, '/sv/my-account/offers', offersPage, { bearer, form }))
      .split('/')
      .at(-1) ?? ''
  await priceQuote(shop, { number, prices: new Map([['FAN', 5_000]]), days: 30, answer: '' })
  return { number, buyer }
}

async function twoQuotes(shop: Shop) {
  for (const id of buyers) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { 'firm-buyer': 'buyer' } })
  return { company: await quoted(shop, 'firm-buyer'), consumer: await quoted(shop, 'consumer') }
}

/** From tomorrow on VAT is another in Sweden. */
async function vatChanges(shop: Shop, rate = 2_000): Promise<void> {
  const from = new Date(shop.now().getTime() + day * 1_000).toISOString().slice(0, 10)
  await shop.db
    .insertInto('vat_rates')
    .values({ country: 'SE', vat_class: 'standard', rate, valid_from: from })
    .execute()
}

async function totalShown(shop: Shop, { number, buyer }: Quote) {
  const bearer = await bearerOf(shop, buyer)
  const answer = await visit(shop, `/sv/my-account/offers/${number}`, accountQuotePage, { bearer })
  return 'page' in answer ? answer.page.total : undefined
}

/** Accepts a quote and orders it on an invoice; returns the order's id. */
async function accepted(shop: Shop, { number, buyer }: Quote, changes = {}) {
  const bearer = await bearerOf(shop, buyer)
  const form = { action: 'accept' }
  const path = where(await visit(shop, `/sv/my-account/offers/${number}`, accountQuotePage, { bearer, form }))
  const checkoutId = path.split('/').at(-1) ?? ''
  const answer = await openCheckout(shop, 'sv', checkoutId, { customerId: buyer })
  const firm = { customer_kind: 'organization', organization_name: 'Firm', organization_number: '556016-0680' }
  const typed = aForm({ payment_method: 'invoice', ...(buyer === 'firm-buyer' ? firm : {}), ...changes })
  const send = (more: Record<string, string>) =>
    sendCheckout(shop, 'sv', checkoutId, { ...typed, ...more }, somebody(buyer))
  const shown = await send({ action: 'update', seen: answer.kind === 'page' ? answer.page.seen : '' })
  if (shown.kind !== 'page') throw new Error(shown.kind)
  expect((await send({ action: 'place', seen: shown.page.seen })).kind).toBe('go')
  const { id } = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  return { id, items: shown.page.totals.items }
}

/** What the invoice and the books have of the fans of an order. */
async function invoiced(shop: Shop, orderId: string) {
  await parcel(shop, orderId)
  const [paper] = await papers(shop, orderId)
  const fans = paper?.lines.find(({ sku }) => sku === 'FAN')
  const today = shop.now().toISOString().slice(0, 10)
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: today, to: today })
  const booked = entries.flatMap((entry) => (entry.kind === 'document' ? entry.sales : []))
  return { fans: [fans?.amount, fans?.rate], rates: booked.map(({ rate }) => rate), total: paper?.total }
}

test("a company's price without VAT and a consumer's price with it stay when VAT changes", async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { company, consumer } = await twoQuotes(shop)
  expect([await totalShown(shop, company), await totalShown(shop, consumer)]).toEqual([
    { inc: 25_000, ex: 20_000 },
    { inc: 25_000, ex: 20_000 },
  ])
  await vatChanges(shop)
  clock.advance(day)
  const expected = { company: { inc: 24_000, ex: 20_000 }, consumer: { inc: 25_000, ex: 5 * 4_167 } }
  expect(await totalShown(shop, company)).toEqual(expected.company)
  expect(await totalShown(shop, consumer)).toEqual(expected.consumer)

  const staff = await signedIn(shop, 'owner')
  const atStaff = await contentOf(shop, staff, quoteScreen, { params: { number: company.number } })
  expect(atStaff.total).toEqual(expected.company)
  const list = await contentOf(shop, staff, quotesScreen)
  expect(JSON.stringify(list)).toMatch(/240,00|240\.00/)
  const mails = await mailsOf(shop)
  expect(mails.filter((text) => /Totalt: 240\skr\n.*\nExkl. moms: 200\skr\n/.test(text))).toHaveLength(1)
  expect(mails.filter((text) => /Totalt: 250\skr\nVarav moms: 41,65\skr\n/.test(text))).toHaveLength(1)

  const [ofCompany, ofConsumer] = [await accepted(shop, company), await accepted(shop, consumer)]
  expect(ofCompany.items).toEqual(expected.company)
  expect(ofConsumer.items).toEqual(expected.consumer)
  expect(await invoiced(shop, ofCompany.id)).toMatchObject({ fans: [24_000, 2_000], rates: [2_000] })
  expect(await invoiced(shop, ofConsumer.id)).toMatchObject({ fans: [25_000, 2_000], rates: [2_000, 2_000] })
  await vatChanges(shop, 2_200)
  await shop.db.updateTable('products').set({ vat_class: 'reduced' }).where('sku', '=', 'FAN').execute()
  clock.advance(day)
  expect([await totalShown(shop, company), await totalShown(shop, consumer)]).toEqual([
    expected.company,
    expected.consumer,
  ])
})

test('prices that are set after VAT has changed have the VAT of that day', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { company, consumer } = await twoQuotes(shop)
  await vatChanges(shop)
  clock.advance(day)
  for (const { number } of [company, consumer])
    await priceQuote(shop, { number, prices: new Map([['FAN', 6_000]]), days: 30, answer: '' })
  for (const quote of [company, consumer]) expect(await totalShown(shop, quote)).toEqual({ inc: 30_000, ex: 25_000 })
})

test("a guest's quote is a company's where the request names one", async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const totals: unknown[] = []
  const requests = [
    await sent(shop, aRequest({ number: 'FAN', organization: 'Firm AB' })),
    await sent(shop, aRequest({ number: 'FAN' })),
  ]
  for (const number of requests)
    await answerRequest(shop, { number, answers: [{ line: 1, price: 5_000 }], days: 30, text: '', isExVat: false })
  await vatChanges(shop)
  clock.advance(day)
  for (const { id } of await shop.db.selectFrom('quotes').select('id').orderBy('number').execute()) {
    const quote = await quoteById(shop.db, id)
    const page = quote && (await quotePage(shop, { customerId: '', organization: null }, quote))
    totals.push([page?.isNet, page?.total])
  }
  expect(totals).toEqual([
    [true, { inc: 9_600, ex: 8_000 }],
    [false, { inc: 10_000, ex: 8_334 }],
  ])
})

test('a consumer who has it sent to another country keeps the price without VAT', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { consumer } = await twoQuotes(shop)
  await vatChanges(shop)
  clock.advance(day)
  const { items } = await accepted(shop, consumer, { country: 'DE', postal_code: '10115', city: 'Berlin' })
  expect(items).toEqual({ inc: 5 * 4_760, ex: 20_000 })
})

test('an exchange rate that changes leaves a quote as it is', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'consumer' })
  const quote = await quoted(shop, 'consumer', swedish('SE', 'EUR'))
  await shop.db.updateTable('currency_rates').set({ per_sek_micro: 50_000 }).where('currency', '=', 'EUR').execute()
  expect(await totalShown(shop, quote)).toEqual({ inc: 25_000, ex: 20_000 })
  const { id, items } = await accepted(shop, quote)
  expect(items).toEqual({ inc: 25_000, ex: 20_000 })
  expect((await invoiced(shop, id)).fans).toEqual([25_000, 2_500])
})

test('a quote that is accepted and ordered twice at once is one order', async () => {
  await using shop = await fixtureShop()
  const { consumer } = await twoQuotes(shop)
  const both = await Promise.allSettled([accepted(shop, consumer), accepted(shop, consumer)])
  expect(both.map(({ status }) => status)).toContain('fulfilled')
  expect(await shop.db.selectFrom('orders').select('items_total').execute()).toEqual([{ items_total: 25_000 }])
})

test('the checkout of a quote that has expired says so', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { consumer } = await twoQuotes(shop)
  const bearer = await bearerOf(shop, 'consumer')
  const path = `/sv/my-account/offers/${consumer.number}`
  const answer = await visit(shop, path, accountQuotePage, { bearer, form: { action: 'accept' } })
  const checkoutId = where(answer).split('/').at(-1) ?? ''
  const changes = async () => {
    const shown = await openCheckout(shop, 'sv', checkoutId, { customerId: 'consumer' })
    return shown.kind === 'page' ? shown.page.changes : undefined
  }
  expect(await changes()).toEqual([])
  clock.advance(31 * day)
  expect(await changes()).toEqual([{ kind: 'quote', number: consumer.number }])
})

test('a quote leaves out gift cards, which cost what they are worth', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'consumer' })
  const asks = async (...skus: string[]) => {
    const items = skus.map((sku) => ({ sku, quantity: 2 }))
    const cart = { checkoutId: null, items, coupons: [], customerId: 'consumer' }
    const form = { checkout_id: await storeCart(shop, swedish(), cart), message: '' }
    const bearer = await bearerOf(shop, 'consumer')
    return visit(shop, '/sv/my-account/offers', offersPage, { bearer, form })
  }
  expect(where(await asks('GIFT', 'FAN'))).toMatch(/^303/)
  expect(await shop.db.selectFrom('quote_lines').select('sku').execute()).toEqual([{ sku: 'FAN' }])
  expect(await asks('GIFT')).toMatchObject({ status: 409, page: { fault: 'empty' } })
})
