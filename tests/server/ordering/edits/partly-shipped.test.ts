import { expect, test } from 'vitest'
import { previewEdit } from '../../../../src/server/ordering/edits/edit-order.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { fixtureShop, stockOf } from '../checkout/buyer.ts'
import { confirmed, countsOf, outcomeOf, statusOf } from '../orders/parcels.ts'
import { charged, charges, due, held, invoices, papers, parcel, refund } from './charges.ts'
import { clock, edit, lines, money, payDifference, setPrice, sums, units } from './editor.ts'

// What could make a change of a partly shipped order wrong, each with a test here:
// 1. A parcel is sent, or units are refunded, at the same moment.
// 2. Units are taken off that are in a parcel, or that were refunded before.
// 3. An amount or VAT of what is charged already is rounded anew: shares of a fixed discount, units of a line.
// 4. The documents, the payments and the order's total do not agree to the öre.
// 5. The order is finished by taking units off though others are added.
// 6. The limit of the buyer's credit does not see an addition to an invoice that is paid.

test('units that are not shipped are taken off with a credit note, and those in a parcel stay', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 4]])
  await parcel(shop, id, [1, 1])
  expect(await outcomeOf(edit(shop, id, units([1, 0])))).toBe('below_shipped')
  const shown = await previewEdit(shop, id, units([1, 2]))
  expect(shown).toMatchObject({
    total: { before: 44_500, after: 24_700 },
    difference: { kind: 'back', amount: 19_800 },
  })
  await edit(shop, id, units([1, 2]), 24_700)
  expect(await countsOf(shop, id)).toEqual([{ sku: 'FAN', quantity: 4, shipped: 1, refunded: 2, cancelled: 2 }])
  expect(await charges(shop, id)).toEqual([
    ['credit_note', 19_800, 3_960],
    ['receipt', 44_500, 8_900],
  ])
  expect(await money(shop, id)).toEqual([['succeeded', 44_500, 19_800]])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 19, reserved: 1 })
  // The last unit is taken off too: the order is finished with what was sent.
  await edit(shop, id, units([1, 1]))
  expect(await statusOf(shop, id)).toBe('shipped')
  expect(await outcomeOf(edit(shop, id, units([1, 1])))).toBe('not_editable')
})

test('added parts are lines of their own at the price of today, and have a receipt of their own', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 2]], { coupons: ['TEN'] })
  await parcel(shop, id, [1, 1])
  await setPrice(shop, 'fan', 12_000)
  await edit(shop, id, { ...units([1, 3]), added: [{ sku: 'MANUAL', quantity: 1 }] })
  // 120.00 and 125.00 less 10 %.
  expect(await lines(shop, id)).toEqual([
    [1, 'FAN', 2, 8_910],
    [2, 'FAN', 1, 10_800],
    [3, 'MANUAL', 1, 11_250],
  ])
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 22_050, hold: 'unpaid_difference', total: 44_770 })
  expect(await outcomeOf(parcel(shop, id))).toBe('on_hold')
  await payDifference(shop, id)
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 0, hold: null })
  // 112.50 with 6 %: 106.13 net. 108.00 with 25 %: 86.40 net.
  expect(await charges(shop, id)).toEqual([
    ['receipt', 22_720, 4_544],
    ['receipt', 22_050, 2_160 + 637],
  ])
  await parcel(shop, id)
  expect(await charges(shop, id)).toHaveLength(2)
  expect(await statusOf(shop, id)).toBe('shipped')
  expect(await due(shop, id)).toEqual(await charged(shop, id))
})

test('what is added pays for what is taken off, and an order that is changed whole is not finished', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 3]])
  await parcel(shop, id, [1, 1])
  // 199.00 is added and 198.00 taken off: 1.00 is asked for.
  await edit(shop, id, { ...units([1, 1]), added: [{ sku: 'RAM', quantity: 1 }] })
  expect(await statusOf(shop, id)).toBe('processing')
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 100, hold: 'unpaid_difference' })
  expect(await money(shop, id)).toEqual([['succeeded', 34_600, 0]])
  await payDifference(shop, id)
  // 199.00 is taken off, and 99.00 is added: 100.00 goes back.
  await edit(shop, id, { ...units([2, 0]), added: [{ sku: 'FAN', quantity: 1 }] })
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 0, hold: null })
  expect(await due(shop, id)).toEqual(await charged(shop, id))
  expect(await held(shop, id)).toBe((await due(shop, id)).total)
  expect(await stockOf(shop, 'ram')).toMatchObject({ reserved: 0 })
  const [, , , last] = (await papers(shop, id)).filter(({ kind }) => kind === 'credit_note' || kind === 'receipt')
  expect(last?.kind).toBe('receipt')
})

test('a credit note of added units credits the receipt of the addition', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 2]])
  await parcel(shop, id, [1, 1])
  await edit(shop, id, { added: [{ sku: 'RAM', quantity: 2 }] })
  await payDifference(shop, id)
  await edit(shop, id, units([2, 1]))
  const all = await papers(shop, id)
  const addition = all.find(({ total, kind }) => kind === 'receipt' && total === 39_800)
  expect(all.find(({ kind }) => kind === 'credit_note')?.creditOf).toBe(addition?.number)
})

test('an addition to an invoice is an invoice of its own, within what the buyer may owe', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 3]], { form: { payment_method: 'invoice' } })
  await parcel(shop, id, [1, 1])
  await payInvoice(shop, { orderId: id, actor: 'x' })
  expect(await invoices(shop, id)).toEqual([[34_600, 0, 34_600, 'paid']])
  await edit(shop, id, { ...units([1, 2]), added: [{ sku: 'RAM', quantity: 1 }] })
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 0, hold: null })
  // The credit of 99.00 leaves 99.00 of the payment over, which counts towards the second invoice.
  expect(await invoices(shop, id)).toEqual([
    [34_600, 9_900, 24_700, 'paid'],
    [19_900, 0, 9_900, 'open'],
  ])
  expect(await orderById(shop.db, id)).toMatchObject({ invoice_paid_at: null })
  await payInvoice(shop, { orderId: id, actor: 'x' })
  expect(await invoices(shop, id)).toEqual([
    [34_600, 9_900, 24_700, 'paid'],
    [19_900, 0, 19_900, 'paid'],
  ])
  expect(await due(shop, id)).toEqual(await charged(shop, id))
  const poor = { ...shop, env: { ...shop.env, INVOICE_GUEST_LIMIT: 100 } }
  clock.advance(1)
  expect(await outcomeOf(edit(poor, id, { added: [{ sku: 'RAM', quantity: 1 }] }))).toBe('over_credit')
  expect(await invoices(shop, id)).toHaveLength(2)
  expect(await stockOf(shop, 'ram')).toMatchObject({ reserved: 1 })
})

test('a parcel or a refund at the same moment is in front or behind, and never counted twice', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 3]])
  await parcel(shop, id, [1, 1])
  const both = await Promise.all([outcomeOf(edit(shop, id, units([1, 1]))), outcomeOf(parcel(shop, id, [1, 1]))])
  expect([
    ['done', 'not_possible'],
    ['below_shipped', 'shipped'],
  ]).toContainEqual(both)
  const [line] = await countsOf(shop, id)
  expect((line?.shipped ?? 0) + (line?.cancelled ?? 0)).toBeLessThanOrEqual(3)
  const other = await confirmed(shop, [['RAM', 3]])
  await parcel(shop, other, [1, 1])
  const refunds = await Promise.all([
    outcomeOf(edit(shop, other, units([1, 1]), 19_900)),
    outcomeOf(refund(shop, other, 1, 1)),
    outcomeOf(edit(shop, other, units([1, 1]), 19_900)),
  ])
  expect(refunds.filter((each) => each === 'done').length).toBeLessThanOrEqual(1)
  const [counted] = await countsOf(shop, other)
  expect(counted?.cancelled).toBeLessThanOrEqual(2)
  for (const order of [id, other]) {
    expect(await due(shop, order)).toEqual(await charged(shop, order))
    expect(await held(shop, order)).toBe((await due(shop, order)).total)
  }
})

test('the address of what is left follows, the country and the delivery that are charged stay', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 2]])
  await parcel(shop, id, [1, 1])
  const before = await sums(shop, id)
  await edit(shop, id, { address: { line1: 'Nya gatan 2', postal_code: '222 22', city: 'Lund' } })
  expect((await orderById(shop.db, id))?.address).toContain('Nya gatan 2')
  expect(await sums(shop, id)).toEqual(before)
  const [receipt] = await papers(shop, id)
  expect(receipt?.buyer.line1).toBe('Storgatan 1')
  const refused = (wanted: Parameters<typeof edit>[2]) => outcomeOf(edit(shop, id, wanted))
  expect(await refused({ address: { country: 'FI', postal_code: '00100' } })).toBe('country_kept')
  expect(await refused({ method: 'pick-up' })).toBe('method_kept')
  expect(await refused({ address: { line1: 'Nya gatan 2' } })).toBe('nothing_changed')
  expect(await refused(units([1, 30]))).toBe('short_stock')
  expect(await outcomeOf(edit(shop, id, units([1, 1]), 1))).toBe('edit_changed')
})

test('units refunded before the charge stay off, and an order without a document has one for everything', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 3]], { form: { payment_method: 'invoice' } })
  await refund(shop, id, 1, 1)
  await edit(shop, id, { ...units([1, 1]), added: [{ sku: 'RAM', quantity: 1 }] })
  expect(await countsOf(shop, id)).toMatchObject([{ cancelled: 2 }, { sku: 'RAM', quantity: 1 }])
  await parcel(shop, id)
  // 99.00 + 199.00 + 49.00.
  expect(await charges(shop, id)).toEqual([['invoice', 34_700, 6_940]])
  expect(await invoices(shop, id)).toEqual([[34_700, 0, 0, 'open']])
  expect(await due(shop, id)).toEqual(await charged(shop, id))
})
