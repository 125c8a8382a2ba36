import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowanceTakenBack, splitAllowance, type RateAmount } from '../../../src/domain/orders/allowances.ts'

const left: fc.Arbitrary<RateAmount[]> = fc
  .uniqueArray(fc.constantFrom(2500, 1200, 600, 0), { minLength: 1 })
  .chain((rates) =>
    fc.tuple(
      ...rates.map((rate) =>
        fc.integer({ min: 0, max: 50_000_000 }).map((amount) => ({
          rate,
          amount,
          vat: Math.round((amount * rate) / (10_000 + rate)),
        })),
      ),
    ),
  )
const total = (amounts: readonly RateAmount[]) => amounts.reduce((sum, { amount }) => sum + amount, 0)

test('a reduction is split by rate to the öre, in proportion to what is left', () => {
  const of = [
    { rate: 2500, amount: 10_000, vat: 2_000 },
    { rate: 600, amount: 5_300, vat: 300 },
  ]
  // 100.00 of 153.00: 65.359… and 34.640…; the larger remainder has the last öre.
  expect(splitAllowance(10_000, of)).toEqual([
    { rate: 2500, amount: 6_536, vat: 1_307 },
    { rate: 600, amount: 3_464, vat: 196 },
  ])
  expect(splitAllowance(15_300, of)).toEqual(of)
})

test('parts add up, none is above what is left, and VAT is between none and the amount', () => {
  fc.assert(
    fc.property(left, fc.nat(), (of, seed) => {
      const amount = total(of) === 0 ? 0 : seed % (total(of) + 1)
      const parts = splitAllowance(amount, of)
      expect(total(parts)).toBe(amount)
      for (const part of parts) {
        const known = of.find(({ rate }) => rate === part.rate)
        if (!known) throw new Error('another rate')
        expect(part.amount).toBeLessThanOrEqual(known.amount)
        expect(part.vat).toBeGreaterThanOrEqual(0)
        expect(part.vat).toBeLessThanOrEqual(known.vat)
        // Less than one öre from the exact proportion.
        expect(Math.abs(part.amount - (amount * known.amount) / total(of))).toBeLessThan(1.000001)
      }
    }),
  )
})

test('what a reduction took off is taken back once, and never more', () => {
  fc.assert(
    fc.property(left, fc.nat(), (of, seed) => {
      const amount = total(of) === 0 ? 0 : seed % (total(of) + 1)
      const parts = splitAllowance(amount, of)
      const rest = of.map(({ rate, amount: all, vat }) => {
        const part = parts.find((each) => each.rate === rate)
        return { rate, amount: all - (part?.amount ?? 0), vat: vat - (part?.vat ?? 0) }
      })
      // Everything is refunded afterwards.
      const back = allowanceTakenBack(rest, of, amount)
      expect(total(back)).toBe(amount)
      const sum = (amounts: readonly RateAmount[]) => amounts.reduce((all, { vat }) => all + vat, 0)
      expect(sum(back)).toBe(sum(parts))
    }),
  )
})
