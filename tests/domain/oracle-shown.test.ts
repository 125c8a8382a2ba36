import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartAmounts, type Amount } from '../../src/domain/cart-amounts.ts'
import { currencies, type Currency } from '../../src/domain/currencies.ts'
import { languages, type Language } from '../../src/domain/locales.ts'
import { pricePerPiece } from '../../src/domain/price-tiers.ts'
import { formatAmount, formatPrice, formatPriceExVat } from '../../src/i18n/formats.ts'
import { minorUnits, perPiece, withoutVat } from '../oracle/prices.ts'
import { readAmount } from '../oracle/shown.ts'
import { anyCart, anyCoupons, anyPersonal, anyVat } from './any-cart.ts'

const numRuns = 10_000
const language = fc.constantFrom(...languages)

/** The numbers a shopper reads for a price, with and without VAT, in minor units. */
function shownPrice({ inc, ex }: Amount, { code }: Currency, of: Language) {
  return { inc: readAmount(formatPrice(inc, code, of), of), ex: readAmount(formatPriceExVat(ex, code, of), of) }
}

function shownSum({ inc, ex }: Amount, { code }: Currency, of: Language) {
  return { inc: readAmount(formatAmount(inc, code, of), of), ex: readAmount(formatAmount(ex, code, of), of) }
}

test('spec 9: the unit price that is shown times the quantity is the line that is shown, with and without VAT', () => {
  fc.assert(fc.property(anyCart, anyCoupons, anyPersonal, language, ({ lines, currency }, coupons, personal, of) => {
    const said = cartAmounts(lines, { currency, coupons, personal })
    said.lines.forEach(({ unit, total }, at) => {
      const [each, all] = [shownPrice(unit, currency, of), shownPrice(total, currency, of)]
      const quantity = BigInt(lines[at]?.quantity ?? 0)
      expect(all).toEqual({ inc: each.inc * quantity, ex: each.ex * quantity })
      expect(all).toEqual(shownSum(total, currency, of))
    })
  }), { numRuns })
})

test('spec 9: the lines that are shown add up to the items, and items less discount are the total that is shown', () => {
  fc.assert(fc.property(anyCart, anyCoupons, anyPersonal, language, ({ lines, currency }, coupons, personal, of) => {
    const said = cartAmounts(lines, { currency, coupons, personal })
    const [items, discount, total] = [said.items, said.discount, said.total].map((amount) => shownSum(amount, currency, of))
    const each = said.lines.map((line) => shownPrice(line.total, currency, of))
    expect(items).toEqual({ inc: each.reduce((sum, { inc }) => sum + inc, 0n), ex: each.reduce((sum, { ex }) => sum + ex, 0n) })
    expect(total).toEqual({ inc: (items?.inc ?? 0n) - (discount?.inc ?? 0n), ex: (items?.ex ?? 0n) - (discount?.ex ?? 0n) })
  }), { numRuns })
})

test('spec 9: prices including VAT have no decimals in SEK, NOK and DKK, else two, and those without VAT always two [9.price.whole-kronor] [9.price.two-decimals]', () => {
  fc.assert(fc.property(fc.constantFrom(...currencies), language, fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), ({ code }, of, minor) => {
    const step = ['SEK', 'NOK', 'DKK'].includes(code) ? 100 : 1
    const whole = minor - (minor % step)
    expect(readAmount(formatPrice(whole, code, of), of)).toBe(BigInt(whole))
    expect(readAmount(formatPriceExVat(minor, code, of), of)).toBe(BigInt(minor))
    expect(readAmount(formatAmount(minor, code, of), of)).toBe(BigInt(minor))
    const decimals = of === 'sv' ? /,\d\d(?!\d)/ : /\.\d\d(?!\d)/
    expect(decimals.test(formatPrice(whole, code, of))).toBe(step === 1)
    expect(decimals.test(formatPriceExVat(minor, code, of))).toBe(true)
  }), { numRuns })
})

test('spec 9: the price of one in a pack is the price divided by max(group, 1), to two decimals [9.price.per-unit]', () => {
  fc.assert(fc.property(fc.nat({ max: 10_000_000 }), fc.oneof(fc.integer({ min: -2, max: 3 }), fc.integer({ min: 1, max: 1_000 })), anyVat, (minor, group, vat) => {
    const each = minorUnits(pricePerPiece(minor / 100, group))
    expect(each).toBe(perPiece(BigInt(minor), group))
    expect(withoutVat(each, vat)).toBeLessThanOrEqual(each)
  }), { numRuns })
})
