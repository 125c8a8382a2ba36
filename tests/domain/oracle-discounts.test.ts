import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coupon } from '../../src/domain/cart/coupons.ts'
import { discountMaxima, fixedDiscount, lineDiscount, noDiscounts } from '../../src/domain/cart/discounts.ts'
import { fixedAmount } from '../oracle/amounts.ts'
import { getsNoDiscount, largestPercent } from '../oracle/discounts.ts'
import { cases } from '../support/cases.ts'
import { aCoupon } from './a-coupon.ts'
import { aLine } from './a-line.ts'
import { anyCoupons, anyLine, anyPersonal } from './any-cart.ts'

const numRuns = cases(20_000)

/** The value after a page reload: the maxima are stored per session. */
const reloaded = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

test('spec 9: a line gets the largest of its discounts [9.discount.largest] [3.auth-user.discounts]', () => {
  fc.assert(
    fc.property(anyLine, anyCoupons, anyPersonal, (line, coupons, personal) => {
      const right = largestPercent(line, coupons, personal)
      expect(lineDiscount(line, discountMaxima(coupons), personal)).toBe(right)
      expect(lineDiscount(line, reloaded(discountMaxima(coupons)), personal)).toBe(right)
    }),
    { numRuns },
  )
})

test('spec 9: cross-sell, bundle, coupon and campaign lines get none [9.total.no-extra-discount]', () => {
  fc.assert(
    fc.property(anyLine.filter(getsNoDiscount), anyCoupons, anyPersonal, (line, coupons, personal) => {
      expect(lineDiscount(line, discountMaxima(coupons), personal)).toBe(0)
    }),
    { numRuns: cases(10_000) },
  )
})

test('spec 4: removing a coupon leaves the maxima that the others give, in any order [4.coupons.remove]', () => {
  fc.assert(
    fc.property(anyLine, anyCoupons, fc.nat({ max: 4 }), (line, coupons, at) => {
      const left = coupons.filter((_, index) => index !== at)
      expect(lineDiscount(line, discountMaxima(left))).toBe(largestPercent(line, left))
      expect(lineDiscount(line, discountMaxima(left.toReversed()))).toBe(largestPercent(line, left))
    }),
    { numRuns },
  )
  expect(reloaded(discountMaxima([]))).toEqual(noDiscounts)
})

test('spec 3: an unapplied coupon gives no discount', () => {
  fc.assert(
    fc.property(anyLine, anyCoupons, fc.nat({ max: 1_000_000 }), (line, coupons, items) => {
      const unapplied = coupons.map((each) => ({ ...each, applied: false }))
      expect(lineDiscount(line, discountMaxima(unapplied))).toBe(0)
      expect(fixedDiscount(unapplied, items)).toBe(0)
    }),
    { numRuns: cases(10_000) },
  )
})

test('spec 3: fixed amounts add up to at most the items [3.coupon.customer-discount]', () => {
  fc.assert(
    fc.property(anyCoupons, fc.nat({ max: 5_000_000 }), (coupons, items) => {
      expect(BigInt(fixedDiscount(coupons, items))).toBe(fixedAmount(coupons, BigInt(items)))
    }),
    { numRuns },
  )
  expect(
    fixedDiscount([aCoupon({ code: 'CUSTOMERDISCOUNT', fixed_amount: 49.9 }), aCoupon({ fixed_amount: 0.1 })], 10_000),
  ).toBe(5_000)
})

test('spec 3: a coupon with an invalid number is rejected [3.coupon.fields]', () => {
  const forged = [-0.01, -1e308, 100.01, 1e308, Number.NaN, Infinity, -Infinity, '50', [50], {}, true]
  for (const percentage_discount of forged)
    expect(coupon.safeParse({ ...aCoupon(), percentage_discount }).success, String(percentage_discount)).toBe(false)
  for (const fixed_amount of [-0.01, -1e308, 1e308, Number.NaN, Infinity, '50', true])
    expect(coupon.safeParse({ ...aCoupon(), fixed_amount }).success).toBe(false)
  for (const applied of ['true', 1, null]) expect(coupon.safeParse({ ...aCoupon(), applied }).success).toBe(false)
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.anything()), (value) => {
      const parsed = coupon.safeParse({ ...aCoupon(), percentage_discount: value, fixed_amount: value })
      if (!parsed.success) return
      expect(lineDiscount(aLine(), discountMaxima([parsed.data]))).toBeLessThanOrEqual(100)
      expect(lineDiscount(aLine(), discountMaxima([parsed.data]))).toBeGreaterThanOrEqual(0)
      expect(fixedDiscount([parsed.data], 100)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: cases(10_000) },
  )
})
