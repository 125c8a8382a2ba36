import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatPart } from '../../../src/domain/money/vat.ts'
import { splitByVat } from '../../../src/domain/orders/split-by-vat.ts'

const full = { rate: 2500, amount: 30_000, vat: 6_000 }
const books = { rate: 600, amount: 10_600, vat: 600 }

test('an amount is split in proportion to the goods where that has its VAT', () => {
  // A quarter of the goods, with a quarter of their VAT.
  expect(splitByVat({ amount: 10_150, vat: 1_650 }, [full, books], [])).toEqual([
    { rate: 2500, amount: 7_500, vat: 1_500 },
    { rate: 600, amount: 2_650, vat: 150 },
  ])
})

test('an amount with the VAT of one rate is all at that rate, also where a document has other goods', () => {
  expect(splitByVat({ amount: 5_300, vat: 300 }, [full, books], [])).toEqual([{ rate: 600, amount: 5_300, vat: 300 }])
  expect(splitByVat({ amount: -5_000, vat: -1_000 }, [books], [2500, 600])).toEqual([
    { rate: 2500, amount: -5_000, vat: -1_000 },
  ])
  expect(splitByVat({ amount: 0, vat: 0 }, [books], [600])).toEqual([])
})

test('any other VAT lies between two rates, or moves an amount from one to the other', () => {
  expect(splitByVat({ amount: 10_300, vat: 1_300 }, [books], [2500, 600])).toEqual([
    { rate: 2500, amount: 5_000, vat: 1_000 },
    { rate: 600, amount: 5_300, vat: 300 },
  ])
  expect(splitByVat({ amount: 300, vat: -700 }, [full, books], [])).toEqual([
    { rate: 2500, amount: -5_000, vat: -1_000 },
    { rate: 600, amount: 5_300, vat: 300 },
  ])
})

test('parts add up to the whole, and each has the VAT of its rate', () => {
  const part = fc.record({
    rate: fc.constantFrom(2500, 1200, 600, 0),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(4), (made, goods) => {
      const vatOf = (amount: number, rate: number) => Math.sign(amount) * vatPart(Math.abs(amount), rate)
      const all = made.map(({ rate, amount }) => ({ rate, amount, vat: vatOf(amount, rate) }))
      const whole = all.reduce((sum, each) => ({ amount: sum.amount + each.amount, vat: sum.vat + each.vat }), {
        amount: 0,
        vat: 0,
      })
      fc.pre(whole.amount !== 0)
      const parts = splitByVat(
        whole,
        all.slice(0, goods),
        all.map(({ rate }) => rate),
      )
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(whole.amount)
      expect(parts.reduce((sum, { vat }) => sum + vat, 0)).toBe(whole.vat)
      // With several rates the VAT may be any; with one it is as far off as its parts were rounded.
      for (const { rate, amount, vat } of parts) expect(Math.abs(vatOf(amount, rate) - vat)).toBeLessThanOrEqual(5)
    }),
  )
})
