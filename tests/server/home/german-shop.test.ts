import { expect, test } from 'vitest'
import { checkoutErrors, type CheckoutForm } from '../../../src/domain/orders/checkout-form.ts'
import { companyFaults, companyNumbers } from '../../../src/domain/orders/company-numbers.ts'
import { dayOf, lastDay } from '../../../src/domain/places/working-days.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { sampleMail, textsInstead } from '../../../src/server/notifications/mail-samples/sample-mail.ts'
import { bookEntries } from '../../../src/server/ordering/books/book-entries.ts'
import { periodSums } from '../../../src/server/ordering/books/period-sums.ts'
import { documentTexts } from '../../../src/server/ordering/documents/document-texts.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderDocument } from '../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { preflight } from '../../../src/server/preflight/preflight.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { FakeVies } from '../../support/fake-vies.ts'
import { germany } from '../../support/homes.ts'
import { shownOf } from '../../support/page-answer.ts'
import { wordsOf } from '../../support/pdf-words.ts'
import { setSettings } from '../../support/set-settings.ts'
import { signedIn, visit } from '../console/at-console.ts'
import { importText } from '../import/import-with.ts'
import { brief, sync } from '../ordering/cart/synced-cart.ts'
import { aForm, checkoutWith, priced, somebody } from '../ordering/checkout/buyer.ts'
import { sendCheckout } from '../ordering/checkout/visit-checkout.ts'
import { papers } from '../ordering/edits/charges.ts'
import { shopIn, visitor } from './shop-at-home.ts'

type Form = Partial<Record<keyof CheckoutForm, string>>
const german: Form = { country: 'DE', postal_code: '80331', city: 'München', payment_method: 'invoice' }
const swedish: Form = { country: 'SE', postal_code: '11122', city: 'Stockholm', payment_method: 'invoice' }

/** A German shop with a fan at 19 % and a manual at 7 %; its feed has prices without VAT. */
async function stocked() {
  const commands = await shopIn('DE')
  const today = dayOf(new Date(), germany)
  expect(await commands.run('vat', 'set', 'DE', '7', '--class', 'reduced', '--from', today)).toMatchObject({ code: 0 })
  const rows = ['sku;name;price;stock;vat', 'FAN;Lüfter;100.00;50;standard', 'BOOK;Handbuch;10.00;50;reduced']
  const profile = {
    price: { column: 'price', currency: 'EUR', vat: 'ex' },
    stock: { column: 'stock' },
    vatClass: { column: 'vat', values: {} },
  }
  const imported = await importText(commands.shop, ['parts.csv', rows.join('\n')], profile, {
    now: commands.shop.now(),
  })
  expect(imported).toMatchObject({ created: 2, error: null })
  return commands
}

async function shownPrice(shop: Shop, sku: string, country?: string) {
  const { slug } = await shop.db
    .selectFrom('products')
    .innerJoin('product_texts', 'product_texts.product_id', 'products.id')
    .select('slug')
    .where('sku', '=', sku)
    .where('language', '=', 'sv')
    .executeTakeFirstOrThrow()
  const page = shownOf(await productPage(shop, visitor(shop, country), slug))?.page
  return [page?.product.prices.n[0]?.p, page?.product.vat]
}

/** Places an order on an invoice, and ships it. */
async function sold(shop: Shop, form: Form, goods: [string, number] = ['FAN', 2]): Promise<string> {
  const context = visitor(shop, form.country)
  const checkoutId = await checkoutWith(shop, [goods], [], context)
  const send = (more: Record<string, string>) =>
    sendCheckout(shop, 'sv', checkoutId, { ...aForm(form), ...more }, somebody())
  const shown = await send({ seen: '', action: 'update' })
  if (shown.kind !== 'page') throw new Error(shown.kind)
  expect((await send({ seen: shown.page.seen, action: 'place' })).kind).toBe('go')
  const { id: orderId } = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: '' })
  return orderId
}

const invoiceOf = async (shop: Shop, orderId: string): Promise<string> =>
  wordsOf((await orderDocument(shop, orderId, 'invoice', 'en'))?.pdf ?? Buffer.alloc(0))

test('prices of a German shop are in euros with 19 and 7 %, and have the VAT of other countries there', async () => {
  await using commands = await stocked()
  const { shop } = commands
  const stored = await shop.db.selectFrom('prices').select(['currency', 'amount']).orderBy('amount').execute()
  expect(stored.map(({ currency }) => currency)).toEqual(['EUR', 'EUR'])
  expect(visitor(shop)).toMatchObject({ country: 'DE', currency: { code: 'EUR' } })
  expect(await shownPrice(shop, 'FAN')).toEqual([119, 19])
  expect(await shownPrice(shop, 'BOOK')).toEqual([10.7, 7])
  expect(await shownPrice(shop, 'FAN', 'SE')).toEqual([125, 25])
  expect(await shownPrice(shop, 'FAN', 'FI')).toEqual([125.5, 25.5])
  expect(await shownPrice(shop, 'FAN', 'CH')).toEqual([100, 0])
  const items = [
    { sku: 'FAN', quantity: 2 },
    { sku: 'BOOK', quantity: 1 },
  ]
  expect(brief(await sync(shop, { items, coupons: [] }, visitor(shop)))).toEqual([
    ['FAN', 2, 119],
    ['BOOK', 1, 10.7],
  ])
  const checkoutId = await checkoutWith(
    shop,
    items.map(({ sku, quantity }) => [sku, quantity] as const),
    [],
    visitor(shop),
  )
  expect((await priced(shop, checkoutId, visitor(shop))).totals).toMatchObject({
    items: { inc: 24_870, ex: 21_000 },
    delivery: { inc: 490, ex: 412 },
    total: { inc: 25_360 },
  })
})

test('orders of consumers and companies at home and abroad, with their invoices, come into the VAT sums', async () => {
  await using commands = await stocked()
  await using vies = await FakeVies.start()
  const shop = { ...commands.shop, env: { ...commands.shop.env, ...vies.env } }
  const company = { customer_kind: 'organization', organization_name: 'Firma' }
  const consumer = await sold(shop, german)
  const atHome = await sold(shop, { ...german, ...company, organization_number: 'HRB 99', vat_number: 'DE136695976' })
  const oss = await sold(shop, swedish)
  const swedishFirm = { organization_number: '556036-0793', vat_number: 'SE556036079301' }
  const reversed = await sold(shop, { ...swedish, ...company, ...swedishFirm })
  expect(vies.asked).toMatchObject([{ requesterMemberStateCode: 'DE', requesterNumber: '136695976' }])

  const totals = async (id: string) => {
    const order = await orderById(shop.db, id)
    return [order?.currency, order?.total, order?.vat_total]
  }
  expect(await totals(consumer)).toEqual(['EUR', 24_290, 3_878])
  expect(await totals(atHome)).toEqual(['EUR', 24_290, 3_878])
  const words = (await invoiceOf(shop, consumer)).replaceAll('\n', ' ').replaceAll('  ', ' ')
  for (const text of ['19', 'Amtsgericht München HRB 12345', 'DE136695976', 'DE89', '€242.90'])
    expect(words).toContain(text)
  for (const id of [consumer, atHome, oss, reversed])
    expect(await invoiceOf(shop, id)).not.toMatch(/F-tax|F-skatt|bankgiro|SEK|\bkr\b/i)
  expect(await invoiceOf(shop, reversed)).toContain('SE556036079301')
  expect(await invoiceOf(shop, reversed)).toMatch(/reverse charge/i)

  const day = dayOf(shop.now(), germany)
  const [sums, ...others] = periodSums(await bookEntries(shop.db, germany, { from: day, to: day }))
  expect(others).toEqual([])
  expect(sums?.currency).toBe('EUR')
  expect(sums?.sales.map(({ kind, country, rate, vat }) => [kind, country, rate, vat])).toEqual([
    ['home', 'DE', 1900, 2 * 3_878],
    ['oss', 'SE', 2500, (await orderById(shop.db, oss))?.vat_total],
    ['reverse_charge', 'SE', 0, 0],
  ])
  await filesForAccountants(shop, day, sums?.sales.find(({ kind }) => kind === 'reverse_charge')?.net ?? 0)
  await cheaplyDelivered(shop)
  for (const id of [consumer, oss, reversed]) expect(await invoiceOf(shop, id)).not.toContain('Exported')
  await exported(shop)
})

/** `net` is what was sold under reverse charge. */
async function filesForAccountants(shop: Shop, day: string, net: number): Promise<void> {
  const owner = await signedIn(shop, 'owner')
  const file = async (action: string) => {
    const form = { action, currency: 'EUR' }
    const answer = await visit(shop, owner, booksScreen, { search: `?from=${day}&to=${day}`, form })
    return answer instanceof Response ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : ''
  }
  expect(await file('vat')).toContain('In the home country,DE,Germany,19,')
  const companies = (await file('eu_companies')).split('\r\n')
  // Two fans of 100.00 and the delivery, as in the sums of VAT.
  expect(companies[1]).toBe(`SE,SE556036079301,${net / 100},EUR`)
  expect(companies[2]).toBe('')
  // The sign is ü in code page 437; without quotes its words would be several fields.
  expect(await file('sie')).toContain('#ORGNR "Amtsgericht M\u0081nchen HRB 12345"')
}

/** An invoice says why it has no VAT. */
async function exported(shop: Shop): Promise<void> {
  const swiss = await sold(shop, { ...german, country: 'CH', postal_code: '8001', city: 'Zürich' })
  const words = (await invoiceOf(shop, swiss)).replaceAll(/\s+/g, ' ')
  expect(words).toContain('Exported goods: no VAT is charged (Article 146, Directive 2006/112/EC).')
  const [paper] = await papers(shop, swiss)
  const norwegian = paper && documentTexts({ ...paper, seller: { ...paper.seller, country: 'NO' } }, 'sv')
  expect(norwegian?.notes).toContain('Exporterade varor: ingen moms tas ut.')
}

/** A delivery of 0.99 with 0.16 VAT, beside goods at 7 %: 19 and 19.5 % are the same of so little. */
async function cheaplyDelivered(shop: Shop): Promise<void> {
  const letter = { id: 'letter', kind: 'home', zones: ['all'], days: [1, 3] }
  await setSettings(
    shop,
    ['delivery.zones', [{ id: 'all', countries: ['*'] }]],
    ['delivery.methods', [{ ...letter, bands: [{ upToGrams: 30_000, price: '0.99' }] }]],
  )
  const orderId = await sold(shop, german, ['BOOK', 1])
  const parts = { units: [{ position: 1, quantity: 1 }], withDelivery: true }
  await refundOrder(shop, { orderId, actor: 'x', reason: '', ...parts })
  const rates = (await papers(shop, orderId)).map((paper) => paper.rates.map(({ rate, net, vat }) => [rate, net, vat]))
  const both = [
    [1_900, 83, 16],
    [700, 1_000, 70],
  ]
  expect(rates).toEqual([both, both])
}

test('numbers, holidays, the clock and the report of a German shop are German', async () => {
  await using commands = await shopIn('DE')
  const { isCompanyNumber } = companyNumbers('DE')
  const right = ['HRB 12345', 'HRA 7 B', 'Amtsgericht Köln HRB 1', 'HRB 98 HL, Amtsgericht Lübeck', 'DE136695976-00001']
  const wrong = ['12345', '556036-0793', 'HRB', 'HRB 12345678', 'DE136695975-00001', '<b>HRB 1</b>']
  expect(right.filter((each) => !isCompanyNumber(each))).toEqual([])
  expect(wrong.filter(isCompanyNumber)).toEqual([])
  const faults = (vatNumber: string) => companyFaults({ organizationNumber: 'HRB 12345', vatNumber }, 'DE')
  expect(faults('DE136695976')).toEqual({ isNumberWrong: false, isVatWrong: false, isVatOfAnother: false })
  expect(faults('SE556036079301')).toMatchObject({ isVatWrong: true })
  const errors = checkoutErrors(
    aForm({ ...german, customer_kind: 'organization', organization_name: 'Ich', organization_number: '29/815/08155' }),
    ['invoice'],
    { home: germany },
  )
  expect(errors.organization_number).toBeUndefined()
  // 3 October is the Day of German Unity, a Saturday in 2026 and a Sunday in 2027; 26 October has winter time.
  expect(lastDay('2029-09-19', 14, germany)).toBe('2029-10-04')
  expect(dayOf(new Date('2026-06-15T22:30:00.000Z'), germany)).toBe('2026-06-16')
  const texts = await textsInstead(commands.shop, 'en', 'order_confirmed', {})
  const sample = JSON.stringify(sampleMail(commands.shop, { mail: 'order_confirmed', at: 0 }, texts))
  expect(sample).toContain('€499.00')
  expect(sample).not.toContain('SEK')
  const home = (await preflight(commands.shop)).find(({ name }) => name === 'home')?.text
  expect(home).toBe('The shop is at home in DE: prices are kept in EUR, with 19 % VAT.')
})
