import type { Minor } from '../money/money.ts'
import type { VatRate } from '../money/vat.ts'

/** An amount including VAT at one rate, and the VAT in it; minor units. */
export type RateAmount = { rate: VatRate; amount: Minor; vat: Minor }

/** Sums amounts by VAT rate, highest rate first. */
export function sumByRate(amounts: readonly RateAmount[]): RateAmount[] {
  return [...Map.groupBy(amounts, ({ rate }) => rate)]
    .sort(([a], [b]) => b - a)
    .map(([rate, parts]) => ({
      rate,
      amount: parts.reduce((sum, part) => sum + part.amount, 0),
      vat: parts.reduce((sum, part) => sum + part.vat, 0),
    }))
}

/** The same amounts with their signs turned. */
export function negated(amounts: readonly RateAmount[]): RateAmount[] {
  return amounts.map(({ rate, amount, vat }) => ({ rate, amount: 0 - amount, vat: 0 - vat }))
}

/**
 * Splits a reduction of the price over the VAT rates of what is left of an order, in proportion to what is left at
 * each; the units left over from rounding down go to the largest remainders. Each part has VAT in the proportion of
 * what is left, so that all of it has exactly the VAT that is left. `amount` is at most the sum of what is left.
 */
export function splitAllowance(amount: Minor, left: readonly RateAmount[]): RateAmount[] {
  const rates = left.filter((each) => each.amount > 0)
  const whole = rates.reduce((sum, each) => sum + BigInt(each.amount), 0n)
  if (whole === 0n) return []
  const exact = rates.map((each) => BigInt(amount) * BigInt(each.amount))
  const parts = exact.map((each) => Number(each / whole))
  const rest = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((each, at) => ({ at, remainder: each % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
  for (const { at } of byRemainder.slice(0, rest)) parts[at] = (parts[at] ?? 0) + 1
  return rates
    .map((each, at) => ({ rate: each.rate, amount: parts[at] ?? 0, vat: vatOfPart(parts[at] ?? 0, each) }))
    .filter((part) => part.amount > 0)
}

function vatOfPart(part: Minor, { amount, vat }: RateAmount): Minor {
  return Number((2n * BigInt(part) * BigInt(vat) + BigInt(amount)) / (2n * BigInt(amount)))
}

/**
 * What a refund of units takes back of earlier reductions of the price: what it would credit beyond what is left at a
 * VAT rate, at most `outstanding` in all. What is left after it is never below zero.
 */
export function allowanceTakenBack(
  left: readonly RateAmount[],
  refunded: readonly RateAmount[],
  outstanding: Minor,
): RateAmount[] {
  let max = outstanding
  return sumByRate([...left, ...negated(refunded)]).flatMap(({ rate, amount, vat }) => {
    const part = Math.min(max, Math.max(0, 0 - amount))
    if (part === 0) return []
    max -= part
    return [{ rate, amount: part, vat: vatOfPart(part, { rate, amount: 0 - amount, vat: 0 - vat }) }]
  })
}
