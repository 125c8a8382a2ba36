import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideRounded, roundHalfAway, toMajor, toMinor } from '../../../src/domain/money/money.ts'
import { exVat, vatPart, vatPercent, vatRateAt, withVatOf } from '../../../src/domain/money/vat.ts'
import { fraction, hundredths, nearest } from '../exact.ts'

/** Ten lines with the most units of the highest price: products with a rate are no safe integers. */
const amount = fc.integer({ min: -50_000_000_000_000, max: 50_000_000_000_000 })
const rate = fc.integer({ min: 0, max: 3_000 })

test('division rounds to nearest, halves away from zero', () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.maxSafeInteger().filter((number) => number !== 0),
      (over, under) => {
        expect(BigInt(divideRounded(over, under))).toBe(nearest(fraction(over, under)))
      },
    ),
  )
  expect([divideRounded(5, 2), divideRounded(-5, 2), divideRounded(5, -2), divideRounded(-5, -2)]).toEqual([
    3, -3, -3, 3,
  ])
  expect([roundHalfAway(2.5), roundHalfAway(-2.5), roundHalfAway(2.49)]).toEqual([3, -3, 2])
})

test('a price without VAT is the price divided by the VAT factor, rounded to minor units [9.price.ex-vat]', () => {
  fc.assert(
    fc.property(amount, rate, (price, vat) => {
      expect(BigInt(exVat(price, vat))).toBe(nearest(fraction(BigInt(price) * 10_000n, 10_000 + vat)))
      expect(exVat(price, vat) + vatPart(price, vat)).toBe(price)
    }),
  )
  expect([exVat(12_500, 2500), exVat(19_900, 2500), exVat(-19_900, 2500), exVat(12_550, 2550)]).toEqual([
    10_000, 15_920, -15_920, 10_000,
  ])
})

test('another country has the same net price with its own VAT', () => {
  fc.assert(
    fc.property(amount, rate, rate, (price, to, from) => {
      expect(BigInt(withVatOf(price, to, from))).toBe(
        nearest(fraction(BigInt(price) * BigInt(10_000 + to), 10_000 + from)),
      )
    }),
  )
  expect(withVatOf(12_500, 1900, 2500)).toBe(11_900)
  expect(withVatOf(12_501, 2500, 2500)).toBe(12_501)
})

test('minor units survive a round trip to major units', () => {
  fc.assert(
    fc.property(amount, (minor) => {
      expect(toMinor(toMajor(minor))).toBe(minor)
      expect(toMinor(JSON.parse(JSON.stringify(toMajor(minor))))).toBe(minor)
    }),
  )
})

test('decimals become minor units without binary noise [9.price.stored]', () => {
  const decimal = fc
    .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`)
  fc.assert(
    fc.property(decimal, (text) => {
      expect(BigInt(toMinor(Number(text)))).toBe(hundredths(text))
    }),
  )
  expect([toMinor(1.005), toMinor(-1.005), toMinor(0.1 + 0.2), toMinor(8.2 * 3)]).toEqual([101, -101, 30, 2_460])
})

test('the VAT rate is the latest in force for the country and class', () => {
  const rows = [
    { country: 'FI', vat_class: 'standard', rate: 2550, valid_from: '2024-09-01' },
    { country: 'FI', vat_class: 'standard', rate: 2400, valid_from: '2013-01-01' },
    { country: 'FI', vat_class: 'reduced', rate: 1000, valid_from: '2013-01-01' },
    { country: 'SE', vat_class: 'standard', rate: 2500, valid_from: '1990-01-01' },
  ]
  expect(vatRateAt(rows, 'FI', 'standard', '2024-08-31T23:59:59.999Z')).toBe(2400)
  expect(vatRateAt(rows, 'FI', 'standard', '2024-09-01T00:00:00.000Z')).toBe(2550)
  expect(vatRateAt(rows.toReversed(), 'FI', 'standard', '2030-01-01')).toBe(2550)
  expect(vatRateAt(rows, 'FI', 'reduced', '2030-01-01')).toBe(1000)
  expect(vatRateAt(rows, 'FI', 'standard', '2000-01-01')).toBe(0)
  expect(vatRateAt(rows, 'SE', 'reduced', '2030-01-01')).toBe(2500)
  expect(vatRateAt(rows, 'US', 'standard', '2030-01-01')).toBe(0)
  expect(vatPercent(2550)).toBe(25.5)
})
