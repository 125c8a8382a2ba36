import { expect, test } from 'vitest'
import { documentJson } from '../../../../src/server/ordering/documents/document-json.ts'
import { documentOf } from '../../../../src/server/ordering/documents/document-queries.ts'
import { previewEdit } from '../../../../src/server/ordering/edits/edit-order.ts'
import type { OrderEdit } from '../../../../src/server/ordering/edits/order-edit.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { attemptsOf } from '../../../../src/server/payments/queries.ts'
import { aForm, buy, checkoutWith, fixtureShop, stockOf, swedish } from '../checkout/buyer.ts'
import { confirmed, outcomeOf } from '../orders/parcels.ts'
import { clock, edit, lines, money, payDifference, setPrice, sums, units } from './editor.ts'

test('a dearer order waits for its difference, across the limit of free delivery in both directions', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 2]], { coupons: ['TEN'] })
  // 2 x 99.00 less 10 % = 2 x 89.10 (net 71.28), delivery 49.00 (net 39.20).
  expect(await sums(shop, id)).toMatchObject({ items_total: 17_820, vat_total: 3_564 + 980, total: 22_720 })
  const shown = await previewEdit(shop, id, units([1, 6]))
  // 6 x 89.10 = 534.60 is above 500: free delivery. 534.60 - 227.20 = 307.40.
  expect(shown).toMatchObject({
    total: { before: 22_720, after: 53_460 },
    difference: { kind: 'more', amount: 30_740 },
  })
  expect(await sums(shop, id)).toMatchObject({ total: 22_720 })
  await edit(shop, id, units([1, 6]), 53_460)
  expect(await sums(shop, id)).toEqual({
    items_total: 53_460,
    discount_total: 0,
    delivery_total: 0,
    vat_total: 53_460 - 6 * 7_128,
    total: 53_460,
    unpaid_difference: 30_740,
    hold: 'unpaid_difference',
  })
  expect(await lines(shop, id)).toEqual([[1, 'FAN', 6, 8_910]])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 6 })
  expect(await outcomeOf(shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '' }))).toBe('on_hold')
  await payDifference(shop, id)
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 0, hold: null })
  // One unit: 89.10 + 49.00 = 138.10; 534.60 - 138.10 = 396.50 goes back, first of the older payment.
  await edit(shop, id, units([1, 1]))
  expect(await sums(shop, id)).toMatchObject({ total: 13_810, vat_total: 1_782 + 980, delivery_total: 4_900 })
  expect(await money(shop, id)).toEqual([
    ['succeeded', 22_720, 22_720],
    ['succeeded', 30_740, 16_930],
  ])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 1 })
  await shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '' })
  const receipt = await documentOf(shop.db, id, 'receipt')
  expect(receipt && documentJson.read(receipt.content)).toMatchObject({ total: 13_810, vat: 2_762 })
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 19, reserved: 0 })
})

test('units that stay keep their price, and added ones have the one of today', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['BAT', 5]])
  // Five cost 449.00 each; two that stay keep that price, though two would cost 499.00 each.
  await edit(shop, id, units([1, 2]))
  expect(await lines(shop, id)).toEqual([[1, 'BAT', 2, 44_900]])
  await setPrice(shop, 'fan', 12_000)
  await edit(shop, id, { added: [{ sku: 'fan', quantity: 2 }] })
  await setPrice(shop, 'fan', 13_000)
  await edit(shop, id, units([2, 3]))
  expect(await lines(shop, id)).toEqual([
    [1, 'BAT', 2, 44_900],
    [2, 'FAN', 2, 12_000],
    [3, 'FAN', 1, 13_000],
  ])
  expect(await sums(shop, id)).toMatchObject({ total: 89_800 + 24_000 + 13_000, unpaid_difference: 37_000 })
  // 5 x 449.00 was paid, 3 x 449.00 went back: the 240.00 and then 130.00 are still asked for.
  expect(await money(shop, id)).toEqual([['succeeded', 224_500, 134_700]])
})

test('a fixed discount is shared anew over the rates of VAT that stay', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(
    shop,
    [
      ['FAN', 1],
      ['MANUAL', 1],
    ],
    { coupons: ['FIXED50'] },
  )
  // 99.00 (25 %: 19.80) + 125.00 (6 %: 7.08); 50.00 off, 22.10 (VAT 4.42) and 27.90 (VAT 1.58); delivery 49.00.
  expect(await sums(shop, id)).toMatchObject({
    discount_total: 5_000,
    vat_total: 1_980 + 708 - 442 - 158 + 980,
    total: 9_900 + 12_500 - 5_000 + 4_900,
  })
  await edit(shop, id, units([1, 0]))
  // All of the 50.00 is off the manual now: VAT 2.83 of it.
  expect(await sums(shop, id)).toMatchObject({
    items_total: 12_500,
    discount_total: 5_000,
    vat_total: 708 - 283 + 980,
    total: 12_400,
  })
  expect(await money(shop, id)).toEqual([['succeeded', 22_300, 9_900]])
  expect(await outcomeOf(edit(shop, id, units([2, 0])))).toBe('all_removed')
})

test('a coupon goes on for added parts while its minimum is reached, and what is agreed stays without it', async () => {
  await using shop = await fixtureShop(clock)
  const ids = [
    await confirmed(shop, [['RAM', 6]], { coupons: ['MIN1000'] }),
    await confirmed(shop, [['BAT', 3]], { coupons: ['MIN1000'] }),
  ] as const
  // 6 x 199.00 and 3 x 499.00 reach 1,000.00: 30 % off.
  await edit(shop, ids[0], { added: [{ sku: 'FAN', quantity: 1 }] })
  expect(await lines(shop, ids[0])).toEqual([
    [1, 'RAM', 6, 13_930],
    [2, 'FAN', 1, 6_930],
  ])
  // 1 x 499.00 and 1 x 99.00 do not.
  await edit(shop, ids[1], { ...units([1, 1]), added: [{ sku: 'FAN', quantity: 1 }] })
  expect(await lines(shop, ids[1])).toEqual([
    [1, 'BAT', 1, 34_930],
    [2, 'FAN', 1, 9_900],
  ])
})

test('VAT follows the address, and the net price of what was agreed stays', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 2]])
  const address = { country: 'FI', postal_code: '00100', city: 'Helsinki' }
  const { deliveries } = await previewEdit(shop, id, { address })
  expect(deliveries.map((each) => each.id)).toEqual(['home-nordic', 'point-fi'])
  await edit(shop, id, { address })
  // 79.20 net is 99.40 with 25.5 %.
  const finnish = await orderById(shop.db, id)
  expect(await lines(shop, id)).toEqual([[1, 'FAN', 2, 9_940]])
  // So is the delivery: 99.00 with 25 % is 79.20 net.
  expect(finnish).toMatchObject({
    country: 'FI',
    delivery_method: 'home-nordic',
    delivery_total: 9_940,
    total: 29_820,
    vat_total: 29_820 - 3 * 7_920,
  })
})

test('a company under reverse charge is charged net prices for what is added', async () => {
  await using shop = await fixtureShop(clock)
  const german = { ...swedish('DE'), vat: { state: 'confirmed', number: 'DE136695976', consultation: 'C1' } as const }
  const form = aForm({
    payment_method: 'invoice',
    customer_kind: 'organization',
    organization_name: 'Firma GmbH',
    organization_number: 'HRB 1',
    vat_number: 'DE136695976',
    country: 'DE',
    postal_code: '10115',
    city: 'Berlin',
  })
  const placed = await buy(shop, await checkoutWith(shop, [['RAM', 1]], [], german), form, german)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  const id = placed.orderId
  const before = await sums(shop, id)
  // 199.00 with 25 % is 159.20 net, in Germany as well.
  expect(before).toMatchObject({ items_total: 15_920, vat_total: 0 })
  await edit(shop, id, { ...units([1, 2]), added: [{ sku: 'MANUAL', quantity: 1 }] })
  const after = await sums(shop, id)
  // 125.00 with 6 % is 117.92 net.
  expect(after).toMatchObject({ items_total: 2 * 15_920 + 11_792, vat_total: 0, unpaid_difference: 0, hold: null })
  expect(after.total).toBe(after.items_total + after.delivery_total)
  const [attempt] = await attemptsOf(shop.db, id)
  expect(attempt).toMatchObject({ authorized: after.total, captured: 0 })
  await shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '' })
  const invoice = await documentOf(shop.db, id, 'invoice')
  expect(invoice && documentJson.read(invoice.content)).toMatchObject({
    total: after.total,
    vat: 0,
    isReverseCharged: true,
  })
})

test('an address or phone number changes no amount, and what is not possible changes nothing', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 2]])
  await setPrice(shop, 'fan', 50_000)
  const before = await sums(shop, id)
  await edit(shop, id, {
    address: { line1: 'Nya gatan 2', postal_code: '222 22', city: 'Lund' },
    phone: '070-111 22 33',
  })
  expect(await sums(shop, id)).toEqual(before)
  const refused = (wanted: OrderEdit) => outcomeOf(edit(shop, id, wanted))
  expect(await refused({ phone: '070-111 22 33' })).toBe('nothing_changed')
  expect(await refused({ phone: 'call me' })).toBe('phone_invalid')
  expect(await refused({ address: { country: 'XX' } })).toBe('country_unknown')
  expect(await refused({ address: { postal_code: '1' } })).toBe('postal_code_invalid')
  expect(await refused({ address: { name: '' } })).toBe('address_invalid')
  expect(await refused({ method: 'by-owl' })).toBe('delivery_unavailable')
  expect(await refused({ added: [{ sku: 'NOTHING', quantity: 1 }] })).toBe('sku_unknown')
  expect(await refused({ added: [{ sku: 'GIFT', quantity: 1 }] })).toBe('sku_unknown')
  expect(await refused({ added: [{ sku: 'KB', quantity: 1 }] })).toBe('sku_unknown')
  expect(await refused({ added: [{ sku: 'BAT-UNPRICED', quantity: 1 }] })).toBe('sku_unpriced')
  expect(await refused({ added: [{ sku: 'BAT-FEW', quantity: 4 }] })).toBe('short_stock')
  expect(await refused({ added: [{ sku: 'FAN', quantity: -1 }] })).toBe('units_unknown')
  expect(await refused(units([1, 21]))).toBe('short_stock')
  for (const wrong of [-1, 0.5, Number.NaN, 5_001]) expect(await refused(units([1, wrong]))).toBe('units_unknown')
  expect(await refused(units([9, 1]))).toBe('units_unknown')
  expect(await outcomeOf(edit(shop, id, units([1, 1]), 1))).toBe('edit_changed')
  expect(await sums(shop, id)).toEqual(before)
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 2 })
  await shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '' })
  expect(await refused(units([1, 1]))).toBe('not_editable')
})
