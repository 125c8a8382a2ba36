import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coupon } from '../../../src/domain/cart/coupons.ts'
import { parseDiscountCode } from '../../../src/domain/cart/discount-codes.ts'
import {
  discounted,
  discountMaxima,
  fixedDiscount,
  lineDiscount,
  noDiscounts,
} from '../../../src/domain/cart/discounts.ts'
import { aLine } from '../a-line.ts'
import { fraction, hundredths, nearest } from '../exact.ts'

const coupon = (changes: Partial<Coupon>): Coupon => ({
  code: 'C',
  percentage_discount: null,
  fixed_amount: null,
  specific_groups: [],
  excluded_groups: [],
  specific_discount_categories: [],
  failed_minimum_spend: false,
  applied: true,
  ...changes,
})

const names = fc.constantFrom('bat', 'ram', '__proto__', 'constructor')
const percent = fc.option(fc.integer({ min: 0, max: 100 }))
const anyCoupon = fc
  .record({
    percentage_discount: percent,
    specific_groups: fc.array(names, { maxLength: 2 }),
    excluded_groups: fc.array(names, { maxLength: 2 }),
    specific_discount_categories: fc.array(names, { maxLength: 2 }),
    applied: fc.boolean(),
  })
  .map(coupon)
const anyLine = fc
  .record({ group_id: fc.option(names), discount_category: fc.option(names), campaign: fc.boolean() })
  .map(aLine)
const anyPersonal = fc.dictionary(names, fc.integer({ min: 0, max: 100 }))

/** Spec section 9, coupon by coupon: the largest of all percentages that apply to the line. */
function largest(line: ReturnType<typeof aLine>, coupons: Coupon[], personal: Record<string, number>): number {
  if (line.campaign) return 0
  const category = line.discount_category
  const own = category !== null && Object.keys(personal).includes(category) ? (personal[category] ?? 0) : 0
  return coupons
    .filter((each) => each.applied)
    .reduce((most, each) => {
      const isIn = (list: string[], name: string | null) => name !== null && list.includes(name)
      const isGlobal =
        each.specific_groups.length + each.excluded_groups.length + each.specific_discount_categories.length === 0
      const isOutside = each.excluded_groups.length > 0 && !isIn(each.excluded_groups, line.group_id)
      const reaches =
        isGlobal ||
        isOutside ||
        isIn(each.specific_groups, line.group_id) ||
        isIn(each.specific_discount_categories, line.discount_category)
      return reaches ? Math.max(most, each.percentage_discount ?? 0) : most
    }, own)
}

test('a line gets the largest of its global, group, category and personal discounts [9.discount.largest]', () => {
  fc.assert(
    fc.property(anyLine, fc.array(anyCoupon, { maxLength: 6 }), anyPersonal, (line, coupons, personal) => {
      expect(lineDiscount(line, discountMaxima(coupons), personal)).toBe(largest(line, coupons, personal))
    }),
    { numRuns: 500 },
  )
})

test(
  'the maxima are those of spec section 3, in any order of coupons' +
    ' [3.discounts.global] [3.discounts.groups] [3.discounts.excluded] [3.discounts.categories]',
  () => {
    const coupons = [
      coupon({ percentage_discount: 10 }),
      coupon({ percentage_discount: 12 }),
      coupon({ percentage_discount: 50, applied: false }),
      coupon({ percentage_discount: 20, specific_groups: ['bat', 'ram'] }),
      coupon({ percentage_discount: 30, specific_groups: ['ram'] }),
      coupon({ percentage_discount: 15, excluded_groups: ['bat'] }),
      coupon({ percentage_discount: 25, specific_discount_categories: ['power'] }),
      coupon({ fixed_amount: 50 }),
    ]
    const expected = {
      global: 12,
      groups: { bat: 20, ram: 30 },
      excluded: [{ discount: 15, groups: ['bat'] }],
      categories: { power: 25 },
    }
    expect(JSON.parse(JSON.stringify(discountMaxima(coupons)))).toEqual(expected)
    expect(JSON.parse(JSON.stringify(discountMaxima(coupons.toReversed())))).toEqual(expected)
    expect(JSON.parse(JSON.stringify(discountMaxima([])))).toEqual(noDiscounts)
  },
)

test('cross-sell, bundle, coupon and campaign lines get no extra discount [9.total.no-extra-discount]', () => {
  const maxima = discountMaxima([coupon({ percentage_discount: 10 })])
  const lines = [
    {},
    { campaign: true },
    { cross_selling_product_id: 'x' },
    { upselling_bundle_id: 'b' },
    { added_by_coupon: 'TEN' },
  ]
  expect(
    lines.map((changes) => lineDiscount(aLine({ discount_category: 'power', ...changes }), maxima, { power: 40 })),
  ).toEqual([40, 0, 0, 0, 0])
})

test('a discounted price is rounded to minor units [9.price.stored]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 10_000 }), (unit, basisPoints) => {
      expect(BigInt(discounted(unit, basisPoints / 100))).toBe(
        nearest(fraction(BigInt(unit) * BigInt(10_000 - basisPoints), 10_000)),
      )
    }),
  )
})

test('fixed amounts add up to at most the amount to pay', () => {
  const amounts = fc.array(
    fc.record({
      fixed_amount: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((minor) => minor / 100)),
      applied: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 2_000_000 }), (list, subtotal) => {
      const sum = list.reduce(
        (total, each) =>
          total + (each.applied && each.fixed_amount !== null ? hundredths(each.fixed_amount.toFixed(2)) : 0n),
        0n,
      )
      expect(BigInt(fixedDiscount(list.map(coupon), subtotal))).toBe(sum < BigInt(subtotal) ? sum : BigInt(subtotal))
    }),
  )
})

test(
  'discount codes are at least three letters, digits and dashes, in either case' +
    ' [5.discount-code.characters] [5.discount-code.length]',
  () => {
    expect(['abc', ' sommar-26 ', 'ÅÄÖ', 'x'.repeat(64), '---'].map(parseDiscountCode)).toEqual([
      'ABC',
      'SOMMAR-26',
      'ÅÄÖ',
      'X'.repeat(64),
      '---',
    ])
    expect(
      ['', 'ab', 'a b c', 'abc!', 'x'.repeat(65), 'abc\n\n.', '<b>abc', 'a_b_c', '😀😀😀'].map(parseDiscountCode),
    ).toEqual(Array(9).fill(undefined))
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0x24f })).map((codes) => String.fromCharCode(...codes)),
        (text) => {
          const code = parseDiscountCode(text)
          if (code !== undefined) expect(parseDiscountCode(code)).toBe(code)
        },
      ),
    )
  },
)
