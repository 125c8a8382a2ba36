import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartAmounts, type Amount } from '../../src/domain/cart/cart-amounts.ts'
import { currencies, type Currency } from '../../src/domain/money/currencies.ts'
import { pricePerUnit } from '../../src/domain/money/price-tiers.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { documentAmount, exactSum, shownExVat, shownPrice } from '../../src/i18n/money.ts'
import { displayed, minorUnits, perPiece, withoutVat } from '../oracle/prices.ts'
import { readAmount } from '../oracle/shown.ts'
import { cases } from '../support/cases.ts'
import { anyCart, anyCoupons, anyPersonal, anyVat } from './any-cart.ts'

const numRuns = cases(10_000)
const language = fc.constantFrom(...languages)

/** The displayed amounts to pay, with and without VAT, in minor units. */
function readSum({ inc, ex }: Amount, { code }: Currency, of: Language) {
  return { inc: readAmount(exactSum(inc, code, of), of), ex: readAmount(shownExVat(ex, code, of), of) }
}

test('spec 9: displayed amounts multiply: unit times quantity is the line, with and without VAT', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, anyPersonal, language, ({ lines, currency }, coupons, personal, of) => {
      const said = cartAmounts(lines, { coupons, personal })
      said.lines.forEach(({ unit, total }, at) => {
        const [each, all] = [readSum(unit, currency, of), readSum(total, currency, of)]
        const quantity = BigInt(lines[at]?.quantity ?? 0)
        expect(all).toEqual({ inc: each.inc * quantity, ex: each.ex * quantity })
        expect(readAmount(shownPrice(total.inc, currency.code, of), of)).toBe(displayed(all.inc, currency.code))
      })
    }),
    { numRuns },
  )
})

test('spec 9: displayed amounts add up: lines to the items, items less discount to the total', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, anyPersonal, language, ({ lines, currency }, coupons, personal, of) => {
      const said = cartAmounts(lines, { coupons, personal })
      const [items, discount, total] = [said.items, said.discount, said.total].map((amount) =>
        readSum(amount, currency, of),
      )
      const each = said.lines.map((line) => readSum(line.total, currency, of))
      expect(items).toEqual({
        inc: each.reduce((sum, { inc }) => sum + inc, 0n),
        ex: each.reduce((sum, { ex }) => sum + ex, 0n),
      })
      expect(total).toEqual({
        inc: (items?.inc ?? 0n) - (discount?.inc ?? 0n),
        ex: (items?.ex ?? 0n) - (discount?.ex ?? 0n),
      })
    }),
    { numRuns },
  )
})

test(
  'spec 9: displays prices with VAT in SEK, NOK and DKK as whole kronor, others with two decimals' +
    ' [9.price.whole-kronor] [9.price.two-decimals]',
  () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        language,
        fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })),
        ({ code }, of, minor) => {
          expect(readAmount(shownPrice(minor, code, of), of)).toBe(displayed(BigInt(minor), code))
          for (const exact of [shownExVat, exactSum, documentAmount])
            expect(readAmount(exact(minor, code, of), of)).toBe(BigInt(minor))
          const decimals = of === 'sv' ? /,\d\d(?!\d)/ : /\.\d\d(?!\d)/
          const isWhole = ['SEK', 'NOK', 'DKK'].includes(code) && (Math.abs(minor) >= 1_000 || minor % 100 === 0)
          expect(decimals.test(shownPrice(minor, code, of))).toBe(!isWhole)
          expect(decimals.test(shownExVat(minor, code, of))).toBe(true)
        },
      ),
      { numRuns },
    )
  },
)

test('spec 9: the unit price of a pack is the price divided by max(group, 1) [9.price.per-unit]', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 10_000_000 }),
      fc.oneof(fc.integer({ min: -2, max: 3 }), fc.integer({ min: 1, max: 1_000 })),
      anyVat,
      (minor, group, vat) => {
        const each = minorUnits(pricePerUnit(minor / 100, group))
        expect(each).toBe(perPiece(BigInt(minor), group))
        expect(withoutVat(each, vat)).toBeLessThanOrEqual(each)
      },
    ),
    { numRuns },
  )
})
