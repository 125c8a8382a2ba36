import type { Minor } from './money.ts'
import { formOfEnding, type PriceEnding } from './price-endings.ts'
import { exVat } from './vat.ts'

/**
 * How a new price follows from an old one or from a cost. Shares are signed basis points of the price; `margin` is the
 * share of the price without VAT that is earned; amounts are signed minor units.
 */
export type PriceRule =
  | { readonly how: 'percent'; readonly percent: number }
  | { readonly how: 'amount'; readonly amount: Minor }
  | { readonly how: 'price'; readonly amount: Minor }
  | { readonly how: 'margin'; readonly margin: number }

export type Rounding = 'nearest' | 'up' | 'down'

/** A price with VAT that a rule is applied to, its cost without VAT if that is known, and the VAT (basis points). */
export type PriceBasis = { readonly amount: Minor; readonly cost: Minor | null; readonly vatRate: number }

const whole = 10_000n

/** The highest price that a rule may give, in minor units. */
const maxPrice = 100_000_000_000

/**
 * Computes a new price, rounded once, from the exact value, to the ending. Undefined where the rule gives none: the
 * cost is not known, or the price would not be above zero, or be above `maxPrice`.
 */
export function ruledPrice(
  rule: PriceRule,
  basis: PriceBasis,
  { ending, rounding }: { ending: PriceEnding; rounding: Rounding },
): Minor | undefined {
  const exact = exactPrice(rule, basis)
  return exact && ended(exact, ending, rounding)
}

/** Computes `amount * to / of`, such as the price of ten where that of one has changed, rounded to the nearest. */
export function scaledPrice(
  amount: Minor,
  { to, of }: { to: Minor; of: Minor },
  ending: PriceEnding,
): Minor | undefined {
  return of <= 0 ? undefined : ended([BigInt(amount) * BigInt(to), BigInt(of)], ending, 'nearest')
}

/** A price as a fraction with a denominator above zero. */
type Exact = readonly [numerator: bigint, denominator: bigint]

function ended([numerator, denominator]: Exact, ending: PriceEnding, rounding: Rounding): Minor | undefined {
  const [step, rest] = formOfEnding[ending]
  const steps = divided(numerator - rest * denominator, step * denominator, rounding)
  const price = Number(steps * step + rest)
  return price > 0 && price <= maxPrice ? price : undefined
}

function exactPrice(rule: PriceRule, { amount, cost, vatRate }: PriceBasis): Exact | undefined {
  switch (rule.how) {
    case 'percent':
      return [BigInt(amount) * (whole + BigInt(rule.percent)), whole]
    case 'amount':
      return [BigInt(amount + rule.amount), 1n]
    case 'price':
      return [BigInt(rule.amount), 1n]
    case 'margin':
      return cost === null ? undefined : [BigInt(cost) * (whole + BigInt(vatRate)), whole - BigInt(rule.margin)]
  }
}

/** Whole division: halves are rounded up where the nearest is asked for. */
function divided(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (rounding === 'nearest') return floored(numerator * 2n + denominator, denominator * 2n)
  return rounding === 'down' ? floored(numerator, denominator) : -floored(-numerator, denominator)
}

function floored(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

/** What is earned of a price including VAT, as basis points of the price without VAT; below zero under the cost. */
export function marginOf(price: Minor, cost: Minor, vatRate: number): number {
  const net = exVat(price, vatRate)
  return net === 0 ? 0 : Math.round(((net - cost) * 10_000) / net)
}
