import { expect, test } from 'vitest'
import { bookEntries } from '../../../../src/server/ordering/books/book-entries.ts'
import { periodSums } from '../../../../src/server/ordering/books/period-sums.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { creditAmount } from '../../../../src/server/ordering/refunds/credit-amount.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { expectedRefund } from '../../../../src/server/ordering/returns/expected-refund.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { confirmed, outcomeOf, statusOf } from '../orders/parcels.ts'
import { charged, due, held, invoices, papers, parcel, refund } from './charges.ts'
import { clock, edit, money, payDifference, units } from './editor.ts'

const credit = (shop: Shop, orderId: string, amount: number, key?: string) => {
  clock.advance(1)
  return creditAmount(shop, { orderId, actor: 'x', amount, reason: 'scratched', ...(key && { key }) })
}
const twoRates = [
  ['FAN', 1],
  ['MANUAL', 1],
] as const

test('an amount is credited with VAT of every rate to the öre, and units give back that much less', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, twoRates)
  await parcel(shop, id)
  // 99.00 and 49.00 with 25 %, 125.00 with 6 %: 273.00. 100.00 of it is 54.21 (10.84) and 45.79 (2.59).
  await credit(shop, id, 10_000)
  const note = (await papers(shop, id)).find(({ kind }) => kind === 'credit_note')
  expect(note).toMatchObject({ total: 10_000, vat: 1_343, lines: [], allowance: 10_000 })
  expect(note?.rates).toEqual([
    { rate: 2500, net: 4_337, vat: 1_084 },
    { rate: 600, net: 4_320, vat: 259 },
  ])
  expect(await money(shop, id)).toEqual([['succeeded', 27_300, 10_000]])
  const order = await orderById(shop.db, id)
  // Of the 25 % 93.79 are left: the fan goes back in full. Of the 6 % 79.21: that is what the manual gives.
  const [fan, manual] = [1, 2].map((position) => [{ position, quantity: 1, byChoice: 0 }])
  if (!order || !fan || !manual) throw new Error('no order')
  expect(await expectedRefund(shop.db, order, manual, 'return')).toMatchObject({ total: 7_921, deduction: 0 })
  await refund(shop, id, 2, 1)
  expect(await expectedRefund(shop.db, order, fan, 'return')).toMatchObject({ total: 9_379 })
  await refundOrder(shop, { orderId: id, actor: 'x', reason: '', withDelivery: true })
  expect(await due(shop, id)).toEqual({ total: 0, vat: 0 })
  expect(await charged(shop, id)).toEqual({ total: 0, vat: 0 })
  expect(await held(shop, id)).toBe(0)
  expect(await outcomeOf(credit(shop, id, 1))).toBe('credit_too_much')
})

test('at most what is left can be credited, once for each key, also by several at once', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 1]])
  await parcel(shop, id)
  for (const wrong of [0, -1, 0.5, Number.NaN, 14_801, Number.MAX_SAFE_INTEGER])
    expect(['amount_invalid', 'credit_too_much']).toContain(await outcomeOf(credit(shop, id, wrong)))
  expect(await outcomeOf(creditAmount(shop, { orderId: id, actor: 'x', amount: 1, reason: ' ' }))).toBe(
    'credit_unexplained',
  )
  const all = await Promise.all(
    ['a', 'a', 'b', 'c'].map((key) =>
      outcomeOf(creditAmount(shop, { orderId: id, actor: 'x', amount: 6_000, reason: 'x', key })),
    ),
  )
  expect(all.filter((outcome) => outcome === 'refunded')).toHaveLength(2)
  // Where b and c come first, nothing is left for a.
  expect(all.slice(0, 2)).not.toEqual(['refunded', 'refunded'])
  expect(all.filter((outcome) => outcome === 'credit_too_much').length).toBeGreaterThan(0)
  expect(await due(shop, id)).toEqual(await charged(shop, id))
  expect(await held(shop, id)).toBe(2_800)
})

test('an open invoice becomes smaller, one that is paid leaves a balance, and the books and OSS have it', async () => {
  // Other tests of this process may have moved the clock out of the year.
  clock.restart()
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, twoRates, { form: { payment_method: 'invoice' } })
  expect(await outcomeOf(credit(shop, id, 100))).toBe('not_charged')
  await parcel(shop, id)
  await credit(shop, id, 7_300)
  expect(await invoices(shop, id)).toEqual([[27_300, 7_300, 0, 'open']])
  await payInvoice(shop, { orderId: id, actor: 'x' })
  await credit(shop, id, 1_000)
  expect(await invoices(shop, id)).toEqual([[27_300, 8_300, 20_000, 'paid']])
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: '2026-01-01', to: '2026-12-31' })
  const vat = periodSums(entries)
    .flatMap(({ sales }) => sales)
    .reduce((sum, each) => sum + each.vat, 0)
  expect(vat).toBe((await charged(shop, id)).vat)
})

test('gift cards are left out, and what is changed or cancelled after a credit agrees to the öre', async () => {
  await using shop = await fixtureShop(clock)
  const cards = await confirmed(shop, [
    ['GIFT', 1],
    ['FAN', 1],
  ])
  await parcel(shop, cards)
  expect(await outcomeOf(credit(shop, cards, 14_801))).toBe('credit_too_much')
  await credit(shop, cards, 14_800)
  const changed = await confirmed(shop, [
    ['FAN', 3],
    ['MANUAL', 2],
  ])
  await parcel(shop, changed, [1, 1])
  await credit(shop, changed, 50_000)
  clock.advance(1)
  await edit(shop, changed, { ...units([1, 1], [2, 0]), added: [{ sku: 'RAM', quantity: 1 }] })
  await payDifference(shop, changed).catch(() => 'nothing to pay')
  await parcel(shop, changed)
  await refundOrder(shop, { orderId: changed, actor: 'x', reason: '', withDelivery: true })
  for (const id of [cards, changed]) {
    expect(await due(shop, id)).toEqual(await charged(shop, id))
    expect(await held(shop, id)).toBe((await due(shop, id)).total)
  }
  expect(await due(shop, changed)).toEqual({ total: 0, vat: 0 })
  expect(await statusOf(shop, changed)).toBe('shipped')
})

test('returned gift cards give back all that they cost, whatever was taken off the price of goods', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [
    ['RAM', 1],
    ['GIFT', 1],
  ])
  await parcel(shop, id, [1, 1])
  await credit(shop, id, 5_000)
  expect((await refund(shop, id, 2, 1)).refund).toMatchObject({ amount: 50_000, vat: 10_000, allowance: 0 })
  const rest = await refundOrder(shop, { orderId: id, actor: 'x', reason: '', withDelivery: true })
  expect(rest.refund.allowance).toBe(-5_000)
  expect(await charged(shop, id)).toEqual({ total: 0, vat: 0 })
})
