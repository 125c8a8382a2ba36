import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceByRule, ruleFor, type MarkupRule } from '../../../src/domain/money/markups.ts'
import { compared, fraction, minus, per, plus, times, type Fraction } from '../exact.ts'

/*
 * The oracle is written from docs/how-to/price-from-costs.md: the cost plus percent plus the fixed amount, but at least
 * so much that the minimum margin of the price without VAT is earned; plus VAT; then the lowest price with the wanted
 * ending that is not below it.
 */
type Terms = { percent: number; fixed: number; margin: number; vat: number }

function minPrice(cost: number, { percent, fixed, margin, vat }: Terms): Fraction {
  const share = (points: number): Fraction => fraction(points, 10_000)
  const marked = plus(plus(fraction(cost), times(fraction(cost), share(percent))), fraction(fixed))
  const earning = per(fraction(cost), minus(fraction(1), share(margin)))
  const net = compared(marked, earning) >= 0 ? marked : earning
  return plus(net, times(net, share(vat)))
}

const endings: Record<MarkupRule['ending'], (ore: bigint) => boolean> = {
  ore: () => true,
  krona: (ore) => ore % 100n === 0n,
  '90': (ore) => String(ore).endsWith('90'),
  '95': (ore) => String(ore).endsWith('95'),
  '9': (ore) => String(ore).endsWith('900'),
  '99': (ore) => String(ore).endsWith('9900'),
}

function isLowest(price: bigint, least: Fraction, fits: (ore: bigint) => boolean): boolean {
  if (!fits(price) || compared(fraction(price), least) < 0) return false
  for (let lower = price - 1n; compared(fraction(lower), least) >= 0; lower -= 1n) if (fits(lower)) return false
  return true
}

test('a price is the lowest with its ending that is not below what the rule asks', () => {
  fc.assert(
    fc.property(
      fc.record({
        cost: fc.integer({ min: 1, max: 1_000_000_000 }),
        percent: fc.nat(100_000),
        fixed: fc.nat(10_000_000),
        margin: fc.nat(9_500),
        vat: fc.constantFrom(0, 600, 1_200, 2_500, 2_550),
        ending: fc.constantFrom('ore', 'krona', '90', '95', '9', '99'),
      }),
      ({ cost, ending, vat, ...terms }) => {
        const price = priceByRule({ ...terms, ending }, cost, vat)
        expect(Number.isSafeInteger(price)).toBe(true)
        expect(isLowest(BigInt(price), minPrice(cost, { ...terms, vat }), endings[ending])).toBe(true)
      },
    ),
    { numRuns: 400 },
  )
})

test('prices of the how-to are those of its examples', () => {
  const rule = { percent: 3_000, fixed: 0, margin: 0, ending: 'ore' } as const
  expect(priceByRule(rule, 10_000, 2_500)).toBe(16_250)
  expect(priceByRule({ ...rule, ending: '9' }, 10_000, 2_500)).toBe(16_900)
  expect(priceByRule({ ...rule, ending: '99' }, 10_000, 2_500)).toBe(19_900)
  expect(priceByRule({ ...rule, ending: '90' }, 10_000, 1_900)).toBe(15_490)
  expect(priceByRule({ ...rule, ending: '95' }, 10_000, 1_900)).toBe(15_495)
  expect(priceByRule({ ...rule, fixed: 2_500, ending: 'krona' }, 10_001, 2_500)).toBe(19_400)
  expect(priceByRule({ ...rule, margin: 5_000 }, 10_000, 2_500)).toBe(25_000)
  expect(priceByRule({ percent: 0, fixed: 0, margin: 0, ending: '99' }, 1, 0)).toBe(9_900)
})

const aRule = (id: string, changes: Partial<MarkupRule> = {}): MarkupRule => ({
  id,
  category: '',
  from: 0,
  below: null,
  percent: 0,
  fixed: 0,
  margin: 0,
  ending: 'ore',
  ...changes,
})

test('the rule of the nearest category counts, and in it the one that begins highest', () => {
  const rules = [
    aRule('all'),
    aRule('dear', { from: 100_000 }),
    aRule('cables', { category: 'cables', below: 50_000 }),
    aRule('cheap usb', { category: 'usb', below: 1_000 }),
    aRule('some usb', { category: 'usb', from: 500, below: 2_000 }),
  ]
  const chosen = (lineage: string[], cost: number) => ruleFor(rules, lineage, cost)?.id
  const usb = ['usb', 'cables', '']
  expect(chosen(usb, 499)).toBe('cheap usb')
  expect(chosen(usb, 500)).toBe('some usb')
  expect(chosen(usb, 999)).toBe('some usb')
  expect(chosen(usb, 2_000)).toBe('cables')
  expect(chosen(usb, 50_000)).toBe('all')
  expect(chosen(usb, 100_000)).toBe('dear')
  expect(chosen(['fans', ''], 500)).toBe('all')
  expect(ruleFor(rules.slice(2), ['fans', ''], 500)).toBeUndefined()
})
