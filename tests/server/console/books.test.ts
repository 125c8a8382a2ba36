import { expect, test } from 'vitest'
import type { CurrencyCode } from '../../../src/domain/money/currencies.ts'
import type { CheckoutForm } from '../../../src/domain/orders/checkout-form.ts'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { quarterBefore } from '../../../src/server/console/books/period-of.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import type { DocumentContent } from '../../../src/server/ordering/documents/document-content.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { payInvoice } from '../../../src/server/ordering/invoices/pay-invoice.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, buy, checkoutWith, fixtureShop, movableClock, swedish, type Clock } from '../ordering/checkout/buyer.ts'
import { pay } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

const june = { from: '2026-06-01', to: '2026-06-30' }
type Buying = {
  coupons?: string[]
  country?: string
  currency?: CurrencyCode
  form?: Partial<Record<keyof CheckoutForm, string>>
}

/** An order that is paid, or on an invoice, and shipped a minute later. */
async function sold(
  shop: Shop,
  clock: Clock,
  wanted: readonly (readonly [string, number])[],
  { coupons = [], country = 'SE', currency = 'SEK', form = {} }: Buying = {},
): Promise<string> {
  const context = swedish(country, currency)
  const place = {
    SE: {},
    DE: { postal_code: '10115', city: 'Berlin' },
    GB: { postal_code: 'SW1A 1AA', city: 'London' },
  }
  const filled = aForm({ payment_method: 'sandbox', country, ...place[country as 'SE'], ...form })
  const placed = await buy(shop, await checkoutWith(shop, wanted, coupons, context), filled, context)
  if (placed.kind !== 'placed') throw new Error(`The order was not placed but ${placed.kind}.`)
  if (filled.payment_method === 'sandbox') await pay(shop, placed.attemptId)
  clock.advance(60)
  await shipOrder(shop, { orderId: placed.orderId, actor: 'operator', carrier: 'x', trackingNumber: placed.orderId })
  clock.advance(60)
  return placed.orderId
}

async function credited(shop: Shop, clock: Clock, orderId: string, withDelivery = false): Promise<void> {
  const units = [{ position: 1, quantity: 1 }]
  await refundOrder(shop, { orderId, actor: 'operator', reason: 'faulty', units, withDelivery })
  clock.advance(60)
}

/** A month with sales at home in two rates, in the EU and out of it, in two currencies and by two payment methods. */
async function aMonth(shop: Shop, clock: Clock): Promise<void> {
  await shop.db.updateTable('products').set({ vat_class: 'voucher' }).where('sku', '=', 'GIFT').execute()
  const invoice = { payment_method: 'invoice' }
  const first = await sold(
    shop,
    clock,
    [
      ['FAN', 3],
      ['MANUAL', 1],
    ],
    { coupons: ['FIXED50'], form: invoice },
  )
  await credited(shop, clock, first)
  await sold(shop, clock, [['BAT', 1]], { form: invoice })
  const card = await sold(shop, clock, [
    ['FAN', 2],
    ['RAM', 1],
  ])
  await credited(shop, clock, card, true)
  const german = await sold(shop, clock, [['FAN', 3]], { country: 'DE' })
  await credited(shop, clock, german)
  await sold(
    shop,
    clock,
    [
      ['FAN', 1],
      ['MANUAL', 2],
    ],
    { country: 'DE', currency: 'EUR' },
  )
  await sold(shop, clock, [['RAM', 1]], { country: 'GB' })
  await sold(shop, clock, [
    ['GIFT', 1],
    ['FAN', 1],
  ])
  await deliverOutbox(shop)
  clock.advance(60)
  await payInvoice(shop, { orderId: first, actor: 'operator' })
  clock.advance(60)
}

/** Adds up orders and their refunds, which the books do not read. */
async function ordersBy(shop: Shop, currency: CurrencyCode) {
  const orders = await shop.db.selectFrom('orders').selectAll().where('currency', '=', currency).execute()
  const refunds = await shop.db.selectFrom('order_refunds').selectAll().execute()
  const sums = new Map<string, { gross: number; vat: number }>()
  for (const order of orders) {
    const own = refunds.filter((refund) => refund.order_id === order.id)
    const before = sums.get(order.country) ?? { gross: 0, vat: 0 }
    sums.set(order.country, {
      gross: before.gross + order.total - own.reduce((sum, { amount }) => sum + amount, 0),
      vat: before.vat + order.vat_total - own.reduce((sum, { vat }) => sum + vat, 0),
    })
  }
  return sums
}

type SieVoucher = { day: string; text: string; rows: [account: string, amount: number][] }

const swedishSigns: Readonly<Record<number, string>> = {
  0x86: 'å',
  0x84: 'ä',
  0x94: 'ö',
  0x8f: 'Å',
  0x8e: 'Ä',
  0x99: 'Ö',
}

/** Reads a SIE file back: its tags, and its vouchers with amounts in öre. */
function readSie(bytes: Uint8Array): { tags: Map<string, string>; vouchers: SieVoucher[] } {
  const text = Array.from(bytes, (code) => (code < 128 ? String.fromCharCode(code) : (swedishSigns[code] ?? '¤'))).join(
    '',
  )
  const tags = new Map<string, string>()
  const vouchers: SieVoucher[] = []
  const read: Readonly<Record<string, (rest: string) => void>> = {
    '#VER': (rest) => {
      const [, day = '', title = ''] = /^"" "" (\d{8}) "(.*)"$/.exec(rest) ?? []
      vouchers.push({ day, text: title, rows: [] })
    },
    '#TRANS': (rest) => {
      const [, account = '', whole = '', decimals = ''] = /^(\d{4}) \{\} (-?\d+)\.(\d{2})$/.exec(rest) ?? []
      vouchers.at(-1)?.rows.push([account, Number(whole + decimals)])
    },
    '#KONTO': (rest) => tags.set(`#KONTO ${rest.slice(0, 4)}`, rest),
  }
  for (const line of text.split('\r\n').filter((each) => each !== '')) {
    const [, tag = '', rest = ''] = /^\s*(#[A-Z]+|[{}])\s?(.*)$/.exec(line) ?? []
    const act = read[tag] ?? ((value: string) => tags.set(tag, value))
    act(rest)
  }
  return { tags, vouchers }
}

async function fileOf(shop: Shop, browser: Browser, action: string, currency = 'SEK'): Promise<Uint8Array> {
  const answer = await visit(shop, browser, booksScreen, { query: june, form: { action, currency } })
  if (!(answer instanceof Response)) throw new Error('No file came.')
  return new Uint8Array(await answer.arrayBuffer())
}

test('sales and VAT by country are those of the orders, less what was refunded, exact to the öre', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await aMonth(shop, clock)
  const { sums } = await contentOf(shop, await signedIn(shop, 'accountant'), booksScreen, { query: june })
  expect(sums.map(({ currency }) => currency)).toEqual(['SEK', 'EUR'])
  for (const { currency, sales, giftCards, rounding, total } of sums) {
    const expected = await ordersBy(shop, currency)
    for (const [country, { gross, vat }] of expected) {
      const own = sales.filter((sale) => sale.country === country)
      const sum = (of: (sale: (typeof own)[number]) => number) => own.reduce((all, sale) => all + of(sale), 0)
      expect([country, sum((sale) => sale.vat)]).toEqual([country, vat])
      const cards = country === 'SE' ? giftCards.sold - giftCards.withdrawn : 0
      expect([country, sum((sale) => sale.net + sale.vat) + cards]).toEqual([country, gross])
    }
    expect(rounding).toBe(0)
    expect(total.vat).toBe([...expected.values()].reduce((all, { vat }) => all + vat, 0))
  }
  const kinds = sums.flatMap(({ sales }) => sales.map(({ kind, country }) => `${kind} ${country}`))
  expect(new Set(kinds)).toEqual(new Set(['home SE', 'oss DE', 'export GB']))
  expect(sums[0]?.giftCards.sold).toBe(50_000)
})

test('the last quarter is one press away, also from the first days of a year', async () => {
  await using shop = await fixtureShop()
  const { quarter } = await contentOf(shop, await signedIn(shop, 'accountant'), booksScreen)
  expect(quarter).toMatch(/\?from=\d{4}-(?:01|04|07|10)-01&to=\d{4}-(?:03-31|06-30|09-30|12-31)$/)
  expect([quarterBefore('2026-01-02'), quarterBefore('2026-12-31')]).toEqual([
    { from: '2025-10-01', to: '2025-12-31' },
    { from: '2026-07-01', to: '2026-09-30' },
  ])
})

test('sums by rate are those of every document', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await aMonth(shop, clock)
  const expected = new Map<string, number>()
  for (const { content, kind } of await shop.db.selectFrom('documents').selectAll().execute()) {
    const { rates, currency, buyer } = JSON.parse(content) as DocumentContent
    for (const { rate, vat } of rates.filter((each) => each.rate > 0)) {
      const key = `${currency} ${buyer.country} ${rate}`
      expected.set(key, (expected.get(key) ?? 0) + (kind === 'credit_note' ? -vat : vat))
    }
  }
  const { sums } = await contentOf(shop, await signedIn(shop, 'owner'), booksScreen, { query: june })
  const found = sums.flatMap(({ currency, sales }) =>
    sales
      .filter(({ rate }) => rate > 0)
      .map(({ country, rate, vat }) => [`${currency} ${country} ${rate}`, vat] as const),
  )
  expect(found.length).toBeGreaterThan(3)
  expect(new Map(found)).toEqual(expected)
})

test('the SIE file reads back: every voucher sums to zero, and its accounts are those of the orders', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await aMonth(shop, clock)
  const { tags, vouchers } = readSie(await fileOf(shop, await signedIn(shop, 'accountant'), 'sie'))
  expect([tags.get('#FORMAT'), tags.get('#SIETYP'), tags.get('#FLAGGA'), tags.get('#VALUTA')]).toEqual([
    'PC8',
    '4',
    '0',
    'SEK',
  ])
  expect(tags.get('#ORGNR')).toBe('559999-4604')
  expect([tags.has('#PROGRAM'), tags.get('#FNAMN')]).toEqual([true, '"Delverk AB"'])
  for (const { rows, text } of vouchers)
    expect([text, rows.reduce((sum, [, amount]) => sum + amount, 0)]).toEqual([text, 0])
  const of = (account: string) =>
    vouchers.flatMap(({ rows }) => rows).reduce((sum, [each, amount]) => sum + (each === account ? amount : 0), 0)
  for (const { rows } of vouchers) for (const [account] of rows) expect(tags.has(`#KONTO ${account}`)).toBe(true)
  expect(vouchers.filter(({ text }) => text.startsWith('Återbetalning order '))).toHaveLength(2)
  const documents = await shop.db.selectFrom('documents').selectAll().execute()
  const inKronor = documents.filter(({ content }) => (JSON.parse(content) as DocumentContent).currency === 'SEK')
  const named = vouchers
    .filter(({ text }) => /^(?:Faktura|Kvitto|Kreditfaktura) /.test(text))
    .map(({ text }) => text.split(' ')[1])
  expect(named.toSorted()).toEqual(inKronor.map(({ number }) => number).toSorted())
  const expected = await ordersBy(shop, 'SEK')
  expect(of('2611') + of('2631') + of('2670') + of('2621') + of('2610')).toBe(
    -[...expected.values()].reduce((sum, { vat }) => sum + vat, 0),
  )
  expect(of('2670')).toBe(-(expected.get('DE')?.vat ?? 0))
  expect([of('2421'), of('3740')]).toEqual([-50_000, 0])
  const attempts = await shop.db.selectFrom('payment_attempts').selectAll().where('currency', '=', 'SEK').execute()
  const cards = attempts.filter(({ provider }) => provider === 'sandbox')
  expect(of('1580')).toBe(cards.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0))
  // What is still owed: the second invoice, whole.
  const unpaid = await shop.db
    .selectFrom('orders')
    .selectAll()
    .where('payment_method', '=', 'invoice')
    .where('invoice_paid_at', 'is', null)
    .execute()
  expect(of('1510')).toBe(unpaid.reduce((sum, { total }) => sum + total, 0))
})

test('a document belongs to its day in Sweden, and no day is in two periods', async () => {
  const clock = movableClock(new Date('2026-06-30T21:00:00.000Z'))
  await using shop = await fixtureShop(clock)
  await sold(shop, clock, [['FAN', 1]])
  clock.advance(3600)
  await sold(shop, clock, [['FAN', 1]])
  const owner = await signedIn(shop, 'owner')
  const netOf = async (from: string, to: string) => {
    const { sums } = await contentOf(shop, owner, booksScreen, { query: { from, to } })
    return sums[0]?.total.net ?? 0
  }
  const [before, after] = [await netOf('2026-06-30', '2026-06-30'), await netOf('2026-07-01', '2026-07-31')]
  expect(before).toBeGreaterThan(0)
  expect([after, await netOf('2026-06-01', '2026-07-31')]).toEqual([before, 2 * before])
})

test('the other files have every voucher and every rate, and no currency or period that has nothing', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await aMonth(shop, clock)
  const owner = await signedIn(shop, 'owner')
  const text = async (action: string) => new TextDecoder().decode(await fileOf(shop, owner, action, 'EUR'))
  const rows = (await text('vouchers'))
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(-3))
  const sum = (at: number) => rows.reduce((all, row) => all + Math.round(Number(row[at]) * 100), 0)
  expect(rows.length).toBeGreaterThan(2)
  expect(sum(0)).toBe(sum(1))
  expect(sum(0)).toBeGreaterThan(0)
  expect(await text('vat')).toMatch(/EU consumers \(OSS\),DE,Germany,19,/)
  const wrong = { form: { action: 'sie', currency: 'USD' }, query: june }
  expect(await outcome(shop, owner, booksScreen, wrong)).toMatchObject({ status: 422 })
  for (const query of [
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-06-02', to: '2026-06-01' },
    { from: '2020-01-01', to: '2026-06-01' },
  ])
    expect(await contentOf(shop, owner, booksScreen, { query })).toMatchObject({ isWrong: true, sums: [] })
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'note']).orderBy('seq').execute()
  expect(log.filter(({ operation }) => operation.startsWith('books.'))).toEqual([
    { operation: 'books.vouchers', note: 'EUR' },
    { operation: 'books.vat', note: 'EUR' },
  ])
})
