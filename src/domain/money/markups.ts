import type { Minor } from './money.ts'

/**
 * Prices including VAT are rounded up to öre or cents, to whole kronor or euros, to amounts with 90 or 95 öre or cents,
 * or to whole amounts that end with 9 or 99.
 */
export const priceEndings = ['ore', 'krona', '90', '95', '9', '99'] as const
type PriceEnding = (typeof priceEndings)[number]

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
/** Prices of each kind are those with this rest, in minor units, when divided by the step. */
const forms: Readonly<Record<PriceEnding, readonly [step: bigint, rest: bigint]>> = {
  ore: [1n, 0n],
  krona: [100n, 0n],
  '90': [100n, 90n],
  '95': [100n, 95n],
  '9': [1_000n, 900n],
  '99': [10_000n, 9_900n],
}

/** Computes the price including VAT of what costs this much without VAT, in minor units; `vatRate` in basis points. */
export function priceByRule(
  { percent, fixed, margin, ending }: Omit<MarkupRule, 'id' | 'category' | 'from' | 'below'>,
  cost: Minor,
  vatRate: number,
): Minor {
  const vat = whole + BigInt(vatRate)
  const marked = dividedUp((BigInt(cost) * (whole + BigInt(percent)) + BigInt(fixed) * whole) * vat, whole * whole)
  const least = dividedUp(BigInt(cost) * vat, whole - BigInt(margin))
  const price = marked > least ? marked : least
  const [step, rest] = forms[ending]
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
