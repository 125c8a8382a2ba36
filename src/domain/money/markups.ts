import type { Minor } from './money.ts'
import { formOfEnding, type PriceEnding } from './price-endings.ts'

/**
 * How the price of a part follows from what it costs: for costs from `from` on (and below `below`), in a category
 * and those below it. Shares are basis points; `margin` is the least share of the price without VAT that is earned.
 */
export type MarkupRule = {
  id: string
  category: string
  from: Minor
  below: Minor | null
  percent: number
  fixed: Minor
  margin: number
  ending: PriceEnding
}

const whole = 10_000n

/**
 * Computes the price including VAT of what costs this much without VAT, in minor units, rounded up to the rule's
 * ending; `vatRate` in basis points.
 */
export function priceByRule(
  { percent, fixed, margin, ending }: Omit<MarkupRule, 'id' | 'category' | 'from' | 'below'>,
  cost: Minor,
  vatRate: number,
): Minor {
  const vat = whole + BigInt(vatRate)
  const marked = dividedUp((BigInt(cost) * (whole + BigInt(percent)) + BigInt(fixed) * whole) * vat, whole * whole)
  const min = dividedUp(BigInt(cost) * vat, whole - BigInt(margin))
  const price = marked > min ? marked : min
  const [step, rest] = formOfEnding[ending]
  return Number(dividedUp(price - rest, step) * step + rest)
}

function dividedUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/**
 * Chooses the most specific rule: that of the nearest category (`lineage` begins with the product's own and ends with
 * '' for all), and among those the one that begins at the highest cost.
 */
export function ruleFor(rules: readonly MarkupRule[], lineage: readonly string[], cost: Minor): MarkupRule | undefined {
  const fitting = rules.filter(({ from, below }) => cost >= from && (below === null || cost < below))
  for (const category of lineage) {
    const own = fitting.filter((rule) => rule.category === category)
    const [first, ...others] = own
    if (first) return others.reduce((best, each) => (each.from > best.from ? each : best), first)
  }
  return undefined
}
