import { costOfQuantities, type DiscountTerms } from '../cart/discount-terms.ts'
import { timesDivided, type Minor } from '../money/money.ts'
import type { VatRate } from '../money/vat.ts'
import { negated, sumByRate, type RateAmount } from './allowances.ts'
import { paidForUnits, sumOfPaid, type Paid, type PaidLine } from './paid-units.ts'

/** A line of an order: units refunded before, and units that the customer returned by choice. */
type RefundableLine = PaidLine & { position: number; refunded: number; givenUp: number; vat_rate: VatRate }
/** Units of a line to refund now; `byChoice` of them because the customer changed their mind. */
export type RefundedUnits = { position: number; quantity: number; byChoice: number }

type Refunding = {
  terms: DiscountTerms
  lines: readonly RefundableLine[]
  units: readonly RefundedUnits[]
  deducted: readonly RateAmount[]
}

/**
 * Calculates the deduction from a refund: how much more the kept units would have cost without the returned ones
 * (decision 0036), less earlier deductions; negative when too much was deducted before. It never exceeds the refund
 * for the units returned now, and is empty when nothing is kept. Units that the shop takes back itself, or that were
 * faulty, count as kept when the terms are evaluated. Minor units at the VAT rates of the lines that cost more: what is
 * left of the order after it has the VAT of the units that are kept.
 */
export function deductionOf({ terms, lines, units, deducted }: Refunding): RateAmount[] {
  const more = costMore(terms, lines, units)
  const due = Math.max(0, sumOfPaid(more).amount)
  const refunded = paidFor(lines, units, ({ quantity }) => quantity)
  const before = sumOfPaid(deducted).amount
  const max = sumOfPaid(paidFor(lines, units, ({ byChoice }) => byChoice)).amount
  const amount = Math.max(-before, Math.min(due - before, max))
  // No document credits or charges VAT alone: what is left of it follows with the next amount.
  if (amount === 0) return []
  if (amount === sumOfPaid(refunded).amount) return refunded
  const parts = sumByRate([...partOfAll(more, before + amount, due), ...negated(deducted)])
  return parts.filter((part) => part.amount !== 0 || part.vat !== 0)
}

/** How much more the kept units cost than was paid for them, by VAT rate. */
function costMore(
  terms: DiscountTerms,
  lines: readonly RefundableLine[],
  units: readonly RefundedUnits[],
): RateAmount[] {
  const after = lines.map((line) => afterRefund(line, units))
  const cost = costOfQuantities(
    terms,
    after.map(({ forTerms }) => forTerms),
  )
  return sumByRate(
    after.flatMap(({ rate, kept, forTerms, paid }, at) => [
      { rate, ...partOf(cost[at] ?? { inc: 0, ex: 0 }, kept, forTerms) },
      ...negated([{ rate, ...paid }]),
    ]),
  )
}

function paidFor(
  lines: readonly RefundableLine[],
  units: readonly RefundedUnits[],
  quantityOf: (unit: RefundedUnits) => number,
): RateAmount[] {
  return sumByRate(
    units.flatMap((unit) => {
      const line = lines.find(({ position }) => position === unit.position)
      return line ? [{ rate: line.vat_rate, ...paidForUnits(line, line.refunded, quantityOf(unit)) }] : []
    }),
  )
}

/** The part `wanted` of amounts that add up to `all`, in their proportion; the first gets what rounding leaves. */
function partOfAll(amounts: readonly RateAmount[], wanted: Minor, all: Minor): RateAmount[] {
  if (wanted === 0) return []
  if (wanted === all) return [...amounts]
  const part = (whole: Minor) => timesDivided(whole, wanted, all)
  const parts = amounts.map(({ rate, amount, vat }) => ({ rate, amount: part(amount), vat: part(vat) }))
  const rest = wanted - sumOfPaid(parts).amount
  return parts.map((each, at) => (at === 0 ? { ...each, amount: each.amount + rest } : each))
}

type After = { rate: VatRate; kept: number; forTerms: number; paid: Paid }

function afterRefund(line: RefundableLine, units: readonly RefundedUnits[]): After {
  const now = units.find(({ position }) => position === line.position)
  const refunded = line.refunded + (now?.quantity ?? 0)
  const kept = line.quantity - refunded
  return {
    rate: line.vat_rate,
    kept,
    forTerms: Math.max(kept, line.quantity - line.givenUp - (now?.byChoice ?? 0)),
    paid: paidForUnits(line, refunded, kept),
  }
}

/** The proportional cost of the units that are kept, out of `of` units. */
function partOf({ inc, ex }: { inc: number; ex: number }, kept: number, of: number): Paid {
  if (of === 0) return { amount: 0, vat: 0 }
  const part = (whole: number) => Number((BigInt(whole) * BigInt(kept)) / BigInt(of))
  return { amount: part(inc), vat: part(inc - ex) }
}
