import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidForUnits, sumOfPaid } from '../../../src/domain/orders/paid-units.ts'

test('partial refunds of a line add up to what was paid for it, and none is negative', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 40 }),
    unit: fc.integer({ min: 0, max: 90_000 }),
    ex: fc.double({ min: 0.7, max: 1, noNaN: true }),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(
      line,
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }),
      ({ quantity, unit, ex, off }, portions) => {
        const total = unit * quantity
        const share = Math.round(total * off)
        const vatTotal = total - Math.round(unit * ex) * quantity
        const paid = {
          quantity,
          line_total: total,
          vat_total: vatTotal,
          discount_share: share,
          discount_share_vat: share - (total === 0 ? 0 : Math.round((share * (total - vatTotal)) / total)),
        }
        const parts = []
        let before = 0
        for (const portion of [...portions, quantity]) {
          const units = Math.min(portion, quantity - before)
          if (units > 0) parts.push(paidForUnits(paid, before, units))
          before += units
        }
        expect(sumOfPaid(parts)).toEqual({ amount: total - share, vat: paid.vat_total - paid.discount_share_vat })
        for (const part of parts) {
          expect(part.amount).toBeGreaterThanOrEqual(0)
          expect(part.vat).toBeGreaterThanOrEqual(0)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('thirds of an uneven share differ by at most an öre', () => {
  const line = { quantity: 3, line_total: 30_000, vat_total: 6_000, discount_share: 100, discount_share_vat: 20 }
  expect([0, 1, 2].map((before) => paidForUnits(line, before, 1))).toEqual([
    { amount: 9_967, vat: 1_994 },
    { amount: 9_967, vat: 1_993 },
    { amount: 9_966, vat: 1_993 },
  ])
})
