import { costOfKept, type DiscountTerms } from '../cart/discount-terms.ts'
import { divideRounded } from '../money/money.ts'
import { paidForUnits, sumOfPaid, type Paid, type PaidLine } from './paid-units.ts'

/** A line of an order: units refunded before, and units that the customer returned by choice. */
type RefundableLine = PaidLine & { position: number; refunded: number; givenUp: number }
/** Units of a line to refund now; `byChoice` of them because the customer changed their mind. */
export type RefundedUnits = { position: number; quantity: number; byChoice: number }

type Refunding = {
  terms: DiscountTerms
  lines: readonly RefundableLine[]
  units: readonly RefundedUnits[]
  deducted: Paid
}

/**
 * Calculates the deduction from a refund: how much more the kept units would have cost without the returned ones
 * (decision 0036), less earlier deductions; negative when too much was deducted before. It never exceeds the refund for
 * the units returned now, and is zero when nothing is kept. Units that the shop takes back itself, or that were faulty,
 * count as kept when the terms are evaluated. Minor units, with VAT listed separately; the VAT of what remains of the
 * refund is between zero and its amount, however the steps were rounded.
 */
export function deductionOf({ terms, lines, units, deducted }: Refunding): Paid {
  const after = lines.map((line) => afterRefund(line, units))
  const cost = costOfKept(
    terms,
    after.map(({ forTerms }) => forTerms),
  )
  const costs = after.map(({ kept, forTerms }, at) => partOf(cost[at] ?? { inc: 0, ex: 0 }, kept, forTerms))
  const more = {
    amount: sumOfPaid(costs).amount - sumOfPaid(after.map(({ paid }) => paid)).amount,
    vat: sumOfPaid(costs).vat - sumOfPaid(after.map(({ paid }) => paid)).vat,
  }
  const due = Math.max(0, more.amount)
  const paidFor = (quantityOf: (unit: RefundedUnits) => number) =>
    sumOfPaid(
      units.flatMap((unit) => {
        const line = lines.find(({ position }) => position === unit.position)
        return line ? [paidForUnits(line, line.refunded, quantityOf(unit))] : []
      }),
    )
  const most = paidFor(({ byChoice }) => byChoice).amount
  const amount = Math.max(-deducted.amount, Math.min(due - deducted.amount, most))
  // A document cannot credit VAT alone: what is left of it follows with the next amount.
  if (amount === 0) return { amount: 0, vat: 0 }
  const total = deducted.amount + amount
  const vat =
    total === 0 || due === 0 ? 0 : divideRounded(Math.max(0, Math.min(more.vat, due)) * Math.min(total, due), due)
  const refunded = paidFor(({ quantity }) => quantity)
  const least = refunded.vat - (refunded.amount - amount)
  return { amount, vat: Math.max(least, Math.min(vat - deducted.vat, refunded.vat)) }
}

type After = { kept: number; forTerms: number; paid: Paid }

function afterRefund(line: RefundableLine, units: readonly RefundedUnits[]): After {
  const now = units.find(({ position }) => position === line.position)
  const refunded = line.refunded + (now?.quantity ?? 0)
  const kept = line.quantity - refunded
  return {
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
