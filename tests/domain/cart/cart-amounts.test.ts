import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cartAmounts,
  lessVat,
  orderTotals,
  savedInPrices,
  type Amount,
  type CartAmounts,
} from '../../../src/domain/cart/cart-amounts.ts'
import { oracleAmounts, withDelivery, type OracleAmount, type OracleAmounts } from '../../oracle/amounts.ts'
import { minorUnits } from '../../oracle/prices.ts'
import { cases } from '../../support/cases.ts'
import { aCoupon } from '../a-coupon.ts'
import { aLine } from '../a-line.ts'
import { anyCart, anyCoupons, anyPersonal } from '../any-cart.ts'

const numRuns = cases(10_000)

const asNumber = ({ inc, ex }: OracleAmount): Amount => ({ inc: Number(inc), ex: Number(ex) })

/** The oracle's result in the shape of the code's; all numbers are whole minor units. */
function expected({ lines, items, discount, total }: OracleAmounts): CartAmounts {
  return {
    lines: lines.map(({ percent, unit, total: line, share }) => ({
      percent,
      unit: asNumber(unit),
      total: asNumber(line),
      share: asNumber(share),
    })),
    items: asNumber(items),
    discount: asNumber(discount),
    total: asNumber(total),
  }
}

test(
  "spec 9: every unit, line, sum and share equals the oracle's, in every currency" +
    ' [9.price.stored] [9.discount.largest]',
  () => {
    fc.assert(
      fc.property(anyCart, anyCoupons, anyPersonal, ({ lines }, coupons, personal) => {
        const said = cartAmounts(lines, { coupons, personal })
        const right = expected(oracleAmounts(lines, { coupons, personal }))
        expect(said.lines.map(({ share, ...line }) => ({ ...line, share: share.inc }))).toEqual(
          right.lines.map(({ share, ...line }) => ({ ...line, share: share.inc })),
        )
        expect([said.items, said.discount.inc, said.total.inc]).toEqual([
          right.items,
          right.discount.inc,
          right.total.inc,
        ])
      }),
      { numRuns },
    )
  },
)

test("spec 9: a fixed discount includes VAT at each line's rate, and a fully discounted line has none", () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, anyPersonal, ({ lines }, coupons, personal) => {
      const said = cartAmounts(lines, { coupons, personal })
      expect(said).toEqual(expected(oracleAmounts(lines, { coupons, personal })))
      expect(said.total.ex).toBeGreaterThanOrEqual(0)
      expect(said.total.inc).toBeGreaterThanOrEqual(said.total.ex)
    }),
    { numRuns },
  )
  const free = cartAmounts([aLine({ price: 12.99, vat: 25.5, quantity: 5_000 })], {
    coupons: [aCoupon({ fixed_amount: 100_000 })],
  })
  expect(free.total).toEqual({ inc: 0, ex: 0 })
})

test('spec 9: amounts always add up: lines, shares and the total', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, anyPersonal, fc.nat({ max: 50_000 }), ({ lines }, coupons, personal, fee) => {
      const said = cartAmounts(lines, { coupons, personal })
      const sum = (pick: (line: CartAmounts['lines'][number]) => number) =>
        said.lines.reduce((total, line) => total + pick(line), 0)
      expect(said.items).toEqual({ inc: sum(({ total }) => total.inc), ex: sum(({ total }) => total.ex) })
      expect(said.discount).toEqual({ inc: sum(({ share }) => share.inc), ex: sum(({ share }) => share.ex) })
      for (const { share, total } of said.lines) expect(share.inc >= 0 && share.inc <= total.inc).toBe(true)
      const delivery = { inc: fee, ex: Math.round(fee * 0.8) }
      expect(orderTotals(said, delivery)).toEqual({
        items: said.items,
        discount: said.discount,
        delivery,
        total: {
          inc: said.items.inc - said.discount.inc + delivery.inc,
          ex: said.items.ex - said.discount.ex + delivery.ex,
        },
      })
      const right = oracleAmounts(lines, { coupons, personal })
      expect(BigInt(orderTotals(said, delivery).total.inc)).toBe(
        withDelivery(right, { inc: BigInt(delivery.inc), ex: BigInt(delivery.ex) }).inc,
      )
    }),
    { numRuns },
  )
})

test('under reverse charge only the amounts without VAT are paid, and they add up', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, anyPersonal, fc.nat({ max: 50_000 }), ({ lines }, coupons, personal, fee) => {
      const said = cartAmounts(lines, { coupons, personal, reverseCharge: true })
      const right = expected(oracleAmounts(lines, { coupons, personal }))
      const paid = ({ ex }: Amount): Amount => ({ inc: ex, ex })
      expect(said).toEqual({
        lines: right.lines.map(({ percent, unit, total, share }) => ({
          percent,
          unit: paid(unit),
          total: paid(total),
          share: paid(share),
        })),
        items: paid(right.items),
        discount: paid(right.discount),
        total: paid(right.total),
      })
      const sum = (pick: (line: CartAmounts['lines'][number]) => number) =>
        said.lines.reduce((total, line) => total + pick(line), 0)
      said.lines.forEach(({ unit, total }, at) => expect(total.inc).toBe(unit.inc * (lines[at]?.quantity ?? 0)))
      expect([said.items.inc, said.discount.inc]).toEqual([
        sum(({ total }) => total.inc),
        sum(({ share }) => share.inc),
      ])
      const delivery = lessVat({ inc: fee, ex: Math.round(fee * 0.8) })
      expect(orderTotals(said, delivery).total).toEqual(
        paid({ inc: 0, ex: said.items.ex - said.discount.ex + delivery.ex }),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('spec 9: a discounted unit keeps its öre: 63 kr less ten percent is 56.70 [9.price.stored]', () => {
  const ten = [aCoupon({ percentage_discount: 10 })]
  expect(cartAmounts([aLine({ price: 63, quantity: 10 })], { coupons: ten })).toMatchObject({
    lines: [{ unit: { inc: 5_670 } }],
    total: { inc: 56_700 },
  })
  expect(cartAmounts([aLine({ price: 0.4, quantity: 5_000 })]).total).toEqual({ inc: 200_000, ex: 160_000 })
  expect(cartAmounts([aLine({ price: 4, quantity: 3 })], { coupons: ten }).total.inc).toBe(1_080)
  expect(
    cartAmounts([aLine({ price: 29, quantity: 1 })], { coupons: [aCoupon({ percentage_discount: 12 })] }).total.inc,
  ).toBe(2_552)
  expect(cartAmounts([aLine({ price: 123.75, quantity: 1 })]).lines[0]?.unit).toEqual({ inc: 12_375, ex: 9_900 })
})

test('spec 9: the largest possible cart is calculated as exactly as the smallest', () => {
  const price = fc.integer({ min: 0, max: 1_000_000_000 }).map((minor) => minor / 100)
  const dear = fc.array(fc.record({ price, quantity: fc.integer({ min: 4_000, max: 5_000 }) }).map(aLine), {
    minLength: 1,
    maxLength: 100,
  })
  const fixed = fc
    .integer({ min: 0, max: 1_000_000_000 })
    .map((minor) => [aCoupon({ fixed_amount: minor / 100, percentage_discount: 7.5 })])
  fc.assert(
    fc.property(dear, fixed, (lines, coupons) => {
      const said = cartAmounts(lines, { coupons })
      const right = expected(oracleAmounts(lines, { coupons }))
      expect(said.lines.map(({ share }) => share.inc)).toEqual(right.lines.map(({ share }) => share.inc))
      expect([said.items, said.total.inc]).toEqual([right.items, right.total.inc])
    }),
    { numRuns: 500 },
  )
})

test('spec 9: removing a coupon never lowers the price of a cart, and without coupons the full price is paid', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, anyPersonal, fc.nat({ max: 4 }), ({ lines }, coupons, personal, at) => {
      const withAll = cartAmounts(lines, { coupons, personal }).total.inc
      expect(
        cartAmounts(lines, { coupons: coupons.filter((_, index) => index !== at), personal }).total.inc,
      ).toBeGreaterThanOrEqual(withAll)
      expect(cartAmounts(lines).total.inc).toBe(
        lines.reduce((sum, { price, quantity }) => sum + Number(minorUnits(price)) * quantity, 0),
      )
    }),
    { numRuns },
  )
})

test('spec 9: matches carts calculated by hand', () => {
  const ten = aCoupon({ percentage_discount: 10 })
  expect(cartAmounts([])).toEqual({
    lines: [],
    items: { inc: 0, ex: 0 },
    discount: { inc: 0, ex: 0 },
    total: { inc: 0, ex: 0 },
  })
  expect(cartAmounts([aLine({ price: 188, quantity: 10 })], { coupons: [ten] }).items).toEqual({
    inc: 169_200,
    ex: 135_360,
  })
  expect(cartAmounts([aLine({ price: 7.99, quantity: 3 })]).lines[0]).toMatchObject({
    unit: { inc: 799, ex: 639 },
    total: { inc: 2_397, ex: 1_917 },
  })
  expect(
    cartAmounts([aLine({ price: 5 }), aLine({ price: 5 }), aLine({ price: 5 })], {
      coupons: [aCoupon({ fixed_amount: 10 })],
    }).lines.map(({ share }) => share.inc),
  ).toEqual([334, 333, 333])
  expect(cartAmounts([aLine({ price: 25 })], { coupons: [ten] }).items.inc).toBe(2_250)
})

test('what codes take off the prices is told apart from a fixed discount', () => {
  const [toner, kit] = [
    aLine({ price: 579, quantity: 2, vat: 25 }),
    aLine({ price: 40, vat: 25, upselling_bundle_id: 'kit' }),
  ]
  const coupons = [aCoupon({ percentage_discount: 25 }), aCoupon({ fixed_amount: 50 })]
  const { lines, items, discount } = cartAmounts([toner, kit], { coupons })
  const priced = [toner, kit].flatMap((line, at) =>
    lines[at] ? [{ ...line, full_price: line.price, amounts: lines[at] }] : [],
  )
  // 2 x 579.00 less 25 % is 868.50; the part of a bundle has no further discount.
  expect(savedInPrices(priced)).toEqual({ inc: 28_950, ex: 2 * 46_320 - 2 * 34_740 })
  expect([items.inc, discount.inc]).toEqual([90_850, 5_000])
})
