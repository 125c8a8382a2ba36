import { expect, test } from 'vitest'
import type { ProductRecord } from '../../../../src/server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../../../src/server/catalog/maintenance/save-products.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById, orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { productPath } from '../../../support/fixture-catalogue.ts'
import { fixtureProducts } from '../../../support/fixture-products.ts'
import { aForm, buy, checkoutWith, fixtureShop, swedish } from '../checkout/buyer.ts'
import { due, papers } from '../edits/charges.ts'
import { clock } from '../edits/editor.ts'
import { checkBooks } from '../random-orders/books.ts'
import { checkOrder, sumsByRate } from '../random-orders/invariants.ts'
import { pay } from './parcels.ts'

const amounts = [1, 3, 7, 99, 1_001, 12_345, 99_999, 333_333]
const classes = ['standard', 'reduced', 'food']
const dated = { valid_from: '2020-01-01' }

/** As many products as there are to be lines, of odd prices from 0.01 on and three VAT classes. */
async function oddProducts({ db, kind, now }: Shop, count: number): Promise<string[]> {
  const fan = fixtureProducts.find(({ id }) => id === 'fan')
  if (!fan) throw new Error('The fixture has no such product.')
  const { en, sv } = fan.texts
  const records = Array.from({ length: count }, (_, at): ProductRecord => {
    const [id, amount] = [`odd-${at}`, (amounts[at % amounts.length] ?? 0) + at * 7]
    const texts = { en: { ...en, slug: id }, sv: { ...sv, slug: id } }
    const prices = [{ currency: 'SEK' as const, min_quantity: 1, amount }]
    const vat_class = classes[at % classes.length] ?? 'standard'
    return { ...fan, id, sku: id.toUpperCase(), texts, prices, vat_class, stock: { on_hand: 9, incoming_at: null } }
  })
  await db
    .insertInto('vat_rates')
    .values([
      { ...dated, country: 'SE', vat_class: 'food', rate: 1_200 },
      { ...dated, country: 'DE', vat_class: 'reduced', rate: 700 },
    ])
    .execute()
  await db.transaction().execute((trx) => saveProducts(trx, records, { kind, now: now(), productPath }))
  return records.map(({ sku }) => sku)
}

test.each([
  ['Sweden, with three rates', 'SE', 'SEK', '111 22', ['TEN', 'FIXED50']],
  ['Germany, with two', 'DE', 'EUR', '10115', ['FIXED50']],
  ['Finland', 'FI', 'EUR', '00100', []],
] as const)(
  'a long receipt to %s adds up by line, rate and book, and credits of each line end in 0.00',
  { timeout: 3_600_000 },
  async (_, country, currency, postal_code, coupons) => {
    await using shop = await fixtureShop(clock)
    const skus = await oddProducts(shop, cases(199, 0.12))
    const context = swedish(country, currency)
    const wanted = skus.map((sku) => [sku, 1] as const)
    const form = aForm({ payment_method: 'sandbox', country, postal_code })
    const placed = await buy(shop, await checkoutWith(shop, wanted, [...coupons], context), form, context)
    if (placed.kind !== 'placed') throw new Error(`The order was not placed but ${placed.kind}.`)
    await pay(shop, placed.attemptId)
    const id = placed.orderId
    await shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '' })
    const [order, [receipt]] = [await orderById(shop.db, id), await papers(shop, id)]
    if (!order || !receipt) throw new Error('There is no receipt.')
    const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0)
    expect([
      receipt.total,
      sumOf(receipt.lines.map(({ amount }) => amount)) + receipt.delivery,
      sumOf(receipt.rates.map(({ net, vat }) => net + vat)),
    ]).toEqual([order.total, order.total, order.total])
    expect(sumOf(receipt.rates.map(({ vat }) => vat))).toBe(order.vat_total)
    const lines = await orderLineRows(shop.db, id)
    for (const { position } of lines) {
      const withDelivery = position === lines.length
      clock.advance(1)
      await refundOrder(shop, { orderId: id, actor: 'x', reason: '', units: [{ position, quantity: 1 }], withDelivery })
    }
    await checkOrder(shop, id)
    expect(await due(shop, id)).toEqual({ total: 0, vat: 0 })
    const documents = await papers(shop, id)
    const notes = documents.filter(({ kind }) => kind === 'credit_note')
    expect(notes).toHaveLength(lines.length)
    for (const { number, rates, total } of notes) {
      expect([number, sumOf(rates.map(({ net, vat }) => net + vat))]).toEqual([number, total])
      expect(rates.every(({ net, vat }) => net >= 0 && vat >= 0)).toBe(true)
    }
    for (const [rate, sum] of sumsByRate(documents)) expect([rate, sum]).toEqual([rate, { net: 0, vat: 0 }])
    while ((await deliverOutbox(shop)) > 0);
    await checkBooks(shop, [id])
  },
)
