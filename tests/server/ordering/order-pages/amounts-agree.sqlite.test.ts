import { expect, test } from 'vitest'
import { bookkeepingSettings } from '../../../../src/domain/settings/bookkeeping.ts'
import { amountCell, documentAmount, exactSum } from '../../../../src/i18n/money.ts'
import { creditsByHour, ordersByHour } from '../../../../src/server/console/figures/sold-queries.ts'
import { orderScreen } from '../../../../src/server/console/orders/order-page.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { bookEntries } from '../../../../src/server/ordering/books/book-entries.ts'
import { periodSums } from '../../../../src/server/ordering/books/period-sums.ts'
import { sieFile } from '../../../../src/server/ordering/books/sie-file.ts'
import { vouchersOf } from '../../../../src/server/ordering/books/vouchers.ts'
import type { DocumentContent } from '../../../../src/server/ordering/documents/document-content.ts'
import { drawDocument } from '../../../../src/server/ordering/documents/draw-document.ts'
import { orderRows } from '../../../../src/server/ordering/export/export-rows.ts'
import { orderDetails } from '../../../../src/server/ordering/order-pages/order-details.ts'
import { orderById, type OrderRow } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { askApi, newApiKey } from '../../api/api-caller.ts'
import { contentOf, signedIn } from '../../console/at-console.ts'
import { listening } from '../../webhooks/receiver.ts'
import { aForm, buy, checkoutWith, fixtureShop, swedish } from '../checkout/buyer.ts'
import { charged, papers, parcel, refund } from '../edits/charges.ts'
import { place, places } from '../random-orders/any-order.ts'
import { checkBooks } from '../random-orders/books.ts'

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
/** Texts with the same signs and spaces on every surface. */
const plain = (text: string) => text.replaceAll('\u2212', '-').replaceAll(/[\u00A0\u202F\s]+/g, ' ')

/** Whatever shows an order's amounts: its page, the console, mails, documents, other systems, the export, the books. */
async function amountsAgree(shop: Shop, orderId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error(`No order ${orderId}.`)
  await checkBooks(shop, [orderId])
  await pageAgrees(shop, order)
  await consoleAgrees(shop, order)
  await mailsAgree(shop, order)
  await systemsAgree(shop, order)
  for (const document of await papers(shop, orderId)) await drawnAgrees(document)
  const { items_total: items, discount_total: discount, delivery_total: delivery, vat_total: vat, total } = order
  for await (const [number, ...cells] of orderRows(shop.db))
    if (number === order.number)
      expect(cells).toEqual(
        expect.arrayContaining([items, discount, delivery, vat, total, order.gift_card_total].map(amountCell)),
      )
}

async function pageAgrees(shop: Shop, order: OrderRow): Promise<void> {
  const { order: page, refunds } = await orderDetails(shop, order)
  const { items, discount, delivery, total } = page.totals
  expect(total).toEqual({ inc: order.total, ex: order.total - order.vat_total })
  for (const side of ['inc', 'ex'] as const)
    expect(items[side] - discount[side] + delivery[side], `the sums ${side} add up`).toBe(total[side])
  expect(sumOf(page.lines.map((line) => line.total.inc))).toBe(items.inc)
  const left = (await charged(shop, order.id)).total
  expect(total.inc - sumOf(refunds.map(({ amount }) => amount)), 'the page leaves what documents charge').toBe(left)
}

async function consoleAgrees(shop: Shop, order: OrderRow): Promise<void> {
  const owner = await signedIn(shop, 'owner')
  const { sums, lines, refunds } = await contentOf(shop, owner, orderScreen, { params: { number: order.number } })
  expect(sums).toMatchObject({ total: order.total, vat: order.vat_total, giftCards: order.gift_card_total })
  expect(sumOf(lines.map(({ total }) => total)) + sums.delivery).toBe(order.total)
  const left = (await charged(shop, order.id)).total
  expect(order.total - sumOf(refunds.map(({ amount }) => amount))).toBe(left)
}

async function mailsAgree(shop: Shop, order: OrderRow): Promise<void> {
  await deliverOutbox(shop)
  const mails = mailTexts(shop.env.SHOP_DATA, order.email).map(plain)
  const written = (amount: number) =>
    plain(exactSum(amount, order.currency, order.language, order.reverse_charge === 1))
  const confirmation = mails.find((mail) => mail.includes(`<order-confirmed-${order.id}`))
  for (const amount of [order.total, order.vat_total, order.delivery_total, order.discount_total])
    if (amount > 0) expect(confirmation).toContain(written(amount))
  if (order.gift_card_total > 0) expect(confirmation).toContain(written(order.gift_card_total))
  for (const { id, amount } of await refundsOf(shop.db, order.id))
    expect(mails.find((mail) => mail.includes(`<refunded-${id}`))).toContain(written(amount))
}

async function drawnAgrees(document: DocumentContent): Promise<void> {
  const { kind, lines, rates, delivery, recalculated = 0, allowance = 0, total, giftCard = 0, currency } = document
  expect(sumOf(lines.map(({ amount }) => amount)) + delivery + recalculated + allowance).toBe(total)
  const words = plain(wordsOf(await drawDocument(document, document.language)))
  const shown = [
    kind === 'credit_note' ? 0 - total : total - giftCard,
    ...lines.map(({ amount, discount }) => amount + discount),
    ...rates.map(({ vat }) => vat),
  ]
  for (const amount of shown) expect(words).toContain(plain(documentAmount(amount, currency, document.language)))
}

/** What other systems read of an order, and are told of it. */
async function systemsAgree(shop: Shop, order: OrderRow): Promise<void> {
  const { number, total } = order
  const authorization = `Bearer ${await newApiKey(shop)}`
  const { body } = await askApi(shop, 'GET', '/api/v1/orders/[number]', { params: { number }, authorization })
  expect(body).toMatchObject({ number, total, currency: order.currency })
  const lines = body.lines as { unit_price: number; quantity: number }[]
  expect(sumOf(lines.map(({ unit_price: unit, quantity }) => unit * quantity))).toBe(order.items_total)
  const told = (await shop.db.selectFrom('webhook_deliveries').select('payload').execute()).map(
    ({ payload }) => JSON.parse(payload) as { data: { order: OrderRow; refund?: { number: string; amount: number } } },
  )
  const own = told.filter(({ data }) => data.order.number === number)
  expect(own.map(({ data }) => data.order.total)).toEqual(own.map(() => total))
  const refunds = (await refundsOf(shop.db, order.id)).map((refund) => `${refund.number ?? ''} ${refund.amount}`)
  const toldRefunds = own.flatMap(({ data }) => (data.refund ? [`${data.refund.number} ${data.refund.amount}`] : []))
  expect(toldRefunds.toSorted()).toEqual(refunds.toSorted())
}

/** The files and figures of all orders have what their documents charge, by currency. */
async function filesAgree(shop: Shop, orderIds: readonly string[]): Promise<void> {
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: '2026-01-01', to: '2026-12-31' })
  const vouchers = vouchersOf(entries, bookkeepingSettings.parse({}))
  const about = { company: 'X', organizationNumber: '', currency: 'SEK', made: '2026-06-15T00:00:00.000Z' }
  const file = Buffer.from(sieFile(vouchers, { ...about, program: 'x', accountNames: new Map() })).toString('latin1')
  const written = [...file.matchAll(/#TRANS (\d+) \{\} (-?[\d.]+)/g)].map(([, account, amount]) => [account, amount])
  expect(written).toEqual(vouchers.flatMap(({ rows }) => rows.map((row) => [row.account, amountCell(row.amount)])))
  const year = { from: '2026-01-01', until: '2027-01-01' }
  const [ordered, credited] = [await ordersByHour(shop.db, year), await creditsByHour(shop.db, year)]
  for (const { currency, sales } of periodSums(entries)) {
    const orders = await Promise.all(orderIds.map((id) => orderById(shop.db, id)))
    const own = await Promise.all(
      orders.flatMap((order) => (order?.currency === currency ? [charged(shop, order.id)] : [])),
    )
    expect(sumOf(sales.map(({ vat }) => vat))).toBe(sumOf(own.map(({ vat }) => vat)))
    const net = sumOf(own.map(({ total, vat }) => total - vat))
    expect(sumOf(sales.map((sale) => sale.net))).toBe(net)
    const inCurrency = (rows: readonly { currency: string; net: number }[]) =>
      sumOf(rows.filter((row) => row.currency === currency).map((row) => row.net))
    expect(inCurrency(ordered) - inCurrency(credited), 'the figures have the sales of the books').toBe(net)
  }
}

const to = (country: string) => {
  const found = places.find((each) => each.country === country)
  if (!found) throw new Error(`No orders go to ${country}.`)
  return found
}

test('whatever shows an order has the same amounts, at home and abroad, with VAT and without', async () => {
  await using shop = await fixtureShop()
  await listening(shop, 'http://127.0.0.1:1/hook', ['order.placed', 'order.confirmed', 'order.refund_written'])
  const made: string[] = []
  const goods: [string, number][] = [
    ['FAN', 2],
    ['MANUAL', 4],
    ['RAM', 1],
  ]
  for (const [country, method, progress] of [
    ['SE', 'sandbox', 'delivered'],
    ['DE', 'invoice', 'paid'],
  ] as const) {
    const { id } = await place(shop, { place: to(country), goods, coupons: ['TEN'], cards: [3_000], method, progress })
    if (progress === 'paid') {
      await withdraw(shop, { orderId: id, actor: 'x', name: 'Anna', units: [{ position: 1, quantity: 1 }] })
      await parcel(shop, id)
    }
    await refund(shop, id, 2, 2)
    await amountsAgree(shop, id)
    made.push(id)
  }
  const untaxed = await underReverseCharge(shop)
  await parcel(shop, untaxed)
  await refund(shop, untaxed, 1, 1)
  await amountsAgree(shop, untaxed)
  await filesAgree(shop, [...made, untaxed])
})

async function underReverseCharge(shop: Shop): Promise<string> {
  const german = { ...swedish('DE'), vat: { state: 'confirmed', number: 'DE136695976', consultation: 'C1' } as const }
  const company = { customer_kind: 'organization', organization_name: 'Firma GmbH', organization_number: 'HRB 1' }
  const address = { vat_number: 'DE136695976', country: 'DE', postal_code: '10115', city: 'Berlin' }
  const form = aForm({ payment_method: 'invoice', ...company, ...address })
  const placed = await buy(shop, await checkoutWith(shop, [['RAM', 3]], ['TEN'], german), form, german)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  return placed.orderId
}
