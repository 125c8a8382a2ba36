import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceEndings } from '../../../src/domain/money/price-endings.ts'
import { marginOf, ruledPrice, scaledPrice, type PriceRule } from '../../../src/domain/money/price-rules.ts'

const basis = (amount: number, cost: number | null = null, vatRate = 2_500) => ({ amount, cost, vatRate })
const nearest = { ending: 'ore', rounding: 'nearest' } as const

/** Whether a price ends as it should, told by its digits. */
const endsAs: Readonly<Record<(typeof priceEndings)[number], RegExp>> = {
  ore: /^\d+$/,
  krona: /00$/,
  '90': /90$/,
  '95': /95$/,
  '9': /900$/,
  '99': /9900$/,
}

describe('a rule of prices', () => {
  test.each([
    [{ how: 'percent', percent: -2_000 }, 9_999, 'ore', 'nearest', 7_999],
    [{ how: 'percent', percent: 500 }, 19_900, 'krona', 'nearest', 20_900],
    [{ how: 'percent', percent: 500 }, 19_900, '90', 'nearest', 20_890],
    [{ how: 'percent', percent: -1_250 }, 10_000, 'krona', 'down', 8_700],
    [{ how: 'amount', amount: -500 }, 10_000, '9', 'nearest', 9_900],
    [{ how: 'amount', amount: 4_900 }, 10_000, '99', 'nearest', 19_900],
    [{ how: 'price', amount: 4_990 }, 10_000, 'ore', 'down', 4_990],
    [{ how: 'percent', percent: 1 }, 50, 'ore', 'nearest', 50],
  ] as const)('%j of %d öre, ending %s, rounded %s, is %d', (rule, amount, ending, rounding, expected) => {
    expect(ruledPrice(rule, basis(amount), { ending, rounding })).toBe(expected)
  })

  test('a margin is earned of the price without VAT', () => {
    const price = ruledPrice({ how: 'margin', margin: 3_000 }, basis(1, 7_000), { ending: 'ore', rounding: 'up' })
    // 7000 / 0.7 = 10000 without VAT, 12500 with it.
    expect(price).toBe(12_500)
    expect(marginOf(12_500, 7_000, 2_500)).toBe(3_000)
    expect(marginOf(12_500, 10_100, 2_500)).toBe(-100)
  })

  test('gives no price of zero or less, none without a cost, and none beyond the largest', () => {
    expect(ruledPrice({ how: 'amount', amount: -100 }, basis(100), nearest)).toBeUndefined()
    expect(ruledPrice({ how: 'amount', amount: -200 }, basis(100), nearest)).toBeUndefined()
    expect(ruledPrice({ how: 'percent', percent: -9_500 }, basis(40), { ...nearest, ending: 'krona' })).toBeUndefined()
    expect(ruledPrice({ how: 'margin', margin: 100 }, basis(100), nearest)).toBeUndefined()
    expect(ruledPrice({ how: 'percent', percent: 90_000 }, basis(99_000_000_000), nearest)).toBeUndefined()
    expect(scaledPrice(100, { to: 50, of: 0 }, 'ore')).toBeUndefined()
  })

  test('rounds once, to the closest price of its ending, and up or down where it should', () => {
    const rules: fc.Arbitrary<PriceRule> = fc.oneof(
      fc.record({ how: fc.constant('percent' as const), percent: fc.integer({ min: -9_500, max: 90_000 }) }),
      fc.record({ how: fc.constant('amount' as const), amount: fc.integer({ min: -100_000, max: 100_000 }) }),
    )
    const cases = fc.tuple(
      rules,
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.constantFrom(...priceEndings),
      fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
    )
    fc.assert(
      fc.property(cases, ([rule, amount, ending, rounding]) => {
        const price = ruledPrice(rule, basis(amount), { ending, rounding })
        // In ten-thousandths of a minor unit, which is exact for every rule here.
        const exact = rule.how === 'percent' ? amount * (10_000 + rule.percent) : (amount + amountOf(rule)) * 10_000
        if (price === undefined) return
        expect(String(price).padStart(5, '0')).toMatch(endsAs[ending])
        const step = { ore: 1, krona: 100, '90': 100, '95': 100, '9': 1_000, '99': 10_000 }[ending] * 10_000
        const away = price * 10_000 - exact
        if (rounding === 'up') expect(away >= 0 && away < step).toBe(true)
        else if (rounding === 'down') expect(away <= 0 && -away < step).toBe(true)
        else expect(Math.abs(away) * 2).toBeLessThanOrEqual(step)
      }),
      { numRuns: 2_000 },
    )
  })
})

const amountOf = (rule: PriceRule): number => (rule.how === 'amount' ? rule.amount : 0)
