import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addLine,
  cartTotal,
  changeQuantity,
  clampQuantity,
  isBound,
  itemCount,
  lineTotal,
  type CartLine,
} from '../../../src/domain/cart/cart-lines.ts'
import { aLine } from '../a-line.ts'
import { hundredths } from '../exact.ts'

const pricing = [
  { q: 1, p: 100 },
  { q: 5, p: 90 },
  { q: 10, p: 80.5 },
]
const counter = () => {
  let next = 0
  return () => `new-${next++}`
}

const bound = fc.constantFrom<Partial<CartLine>>(
  {},
  {},
  {},
  { cross_selling_product_id: 'x' },
  { upselling_bundle_id: 'b' },
  { added_by_coupon: 'TEN' },
  { added_by_coupon: '' },
)
const line = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 5_000 }), bound)
  .map(([id, quantity, origin]) => aLine({ product_id: id, sku: id, quantity, pricing, ...origin }))

test(
  'adding merges into the line of the same product unless either is bound' +
    ' [4.cart-add.merge] [4.cart-add.bound] [4.cart-add.append]',
  () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), line, (lines, added) => {
        const named = lines.map((each, at) => ({ ...each, uuid: `old-${at}` }))
        const free = (each: CartLine) =>
          !each.cross_selling_product_id && !each.upselling_bundle_id && !each.added_by_coupon
        const at = free(added) ? named.findIndex((each) => free(each) && each.product_id === added.product_id) : -1
        const after = addLine(named, added, counter())
        if (at < 0) {
          expect(after.slice(0, -1)).toEqual(named)
          expect(after.at(-1)).toMatchObject({ uuid: 'new-0', product_id: added.product_id, quantity: added.quantity })
        } else {
          const quantity = Math.min((named[at]?.quantity ?? 0) + added.quantity, 5_000)
          expect(after.filter((_, index) => index !== at)).toEqual(named.filter((_, index) => index !== at))
          expect(after[at]).toMatchObject({
            uuid: `old-${at}`,
            quantity,
            price: quantity >= 10 ? 80.5 : quantity >= 5 ? 90 : 100,
          })
        }
      }),
    )
  },
)

test('a single purchase and a subscription of the same part are separate lines', () => {
  const monthly = aLine({ subscription_interval: { id: '30', name: '30' } })
  const lines = addLine(addLine([], aLine(), counter()), monthly, counter())
  expect(lines.map((each) => each.quantity)).toEqual([1, 1])
  expect(addLine(lines, monthly, counter()).map((each) => each.quantity)).toEqual([1, 2])
})

test(
  'a changed quantity takes the price of the highest tier it reaches, and 0 removes the line' +
    ' [4.quantity.update] [4.quantity.tier] [4.quantity.remove]',
  () => {
    const other = aLine({ uuid: 'other', quantity: 7, price: 3 })
    const change = (quantity: number) => changeQuantity([other, aLine({ uuid: 'u', pricing })], 'u', quantity)
    expect(change(4)).toEqual([other, aLine({ uuid: 'u', pricing, quantity: 4, price: 100 })])
    expect(change(5)[1]).toMatchObject({ quantity: 5, price: 90 })
    expect(change(9_999)[1]).toMatchObject({ quantity: 5_000, price: 80.5 })
    expect(change(0)).toEqual([other])
    expect(change(-3)).toEqual([other])
    expect(change(Number.NaN)).toEqual([other])
    expect(changeQuantity([other], 'unknown', 3)).toEqual([other])
  },
)

test('a line without price tiers keeps its price', () => {
  expect(changeQuantity([aLine({ pricing: [], price: 12 })], 'u', 3)[0]).toMatchObject({ quantity: 3, price: 12 })
})

test(
  'quantities are integers within range, and non-numbers are 0' +
    ' [5.quantity.integer] [5.quantity.minimum] [5.quantity.maximum] [5.quantity.clamped]' +
    ' [5.quantity.non-numbers]',
  () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const clamped = clampQuantity(value)
        expect(clamped).toBe(value >= 5_000 ? 5_000 : value < 1 ? 0 : Math.floor(value))
      }),
    )
    expect(
      ['12', ' 7 ', '3,9', '-2', '', 'abc', null, undefined, '6000', Infinity].map((value) => clampQuantity(value)),
    ).toEqual([12, 7, 3, 0, 0, 0, 0, 0, 5_000, 5_000])
    expect(['abc', 0, 101, 7].map((value) => clampQuantity(value, 1, 100))).toEqual([1, 1, 100, 7])
  },
)

test('the total is the sum of price times quantity, to the minor unit [9.total.mini-cart]', () => {
  const priced = fc.record({
    price: fc.integer({ min: 0, max: 10_000_000 }).map((minor) => minor / 100),
    quantity: fc.integer({ min: 0, max: 5_000 }),
  })
  fc.assert(
    fc.property(fc.array(priced, { maxLength: 40 }), (lines) => {
      const exact = lines.reduce(
        (sum, { price, quantity }) => sum + hundredths(price.toFixed(2)) * BigInt(quantity),
        0n,
      )
      expect(hundredths(cartTotal(lines).toFixed(2))).toBe(exact)
      expect(BigInt(lines.reduce((sum, each) => sum + lineTotal(each), 0))).toBe(exact)
      expect(itemCount(lines)).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0))
    }),
  )
})

test('cross-sell, bundle and coupon lines are bound', () => {
  expect(
    [
      { cross_selling_product_id: 'x' },
      { upselling_bundle_id: 'b' },
      { added_by_coupon: 'TEN' },
      {},
      { added_by_coupon: null },
    ].map((origin) => isBound(aLine(origin))),
  ).toEqual([true, true, true, false, false])
})
