import { costOfKept, type DiscountTerms } from './discount-terms.ts'
import { divideRounded } from './money.ts'
import { paidForPieces, sumOfPaid, type Paid, type PaidLine } from './paid-pieces.ts'

/** A line of an order: how many units were paid back before, and how many the shopper has given up by choice. */
export type RefundableLine = PaidLine & { position: number; refunded: number; givenUp: number }
/** Units of a line that are paid back now; `byChoice` of them because the shopper changed their mind. */
export type RefundedUnits = { position: number; quantity: number; byChoice: number }

type Refunding = {
  terms: DiscountTerms
  lines: readonly RefundableLine[]
  units: readonly RefundedUnits[]
  deducted: Paid
}

/**
 * What a refund is reduced by: what is kept would have cost more without what is given up (decision 0036), less what
 * was deducted before; negative where that was too much. It is never more than what is paid back for units given up
 * now, so no refund is below nothing, and none of it stands when nothing is kept. Units that the shop takes back on its
 * own account, or because they were faulty, count as kept when the terms are looked at. Minor units, VAT apart.
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
  const most = sumOfPaid(
    units.flatMap(({ position, byChoice }) => {
      const line = lines.find((each) => each.position === position)
      return line ? [paidForPieces(line, line.refunded, byChoice)] : []
    }),
  ).amount
  const amount = Math.max(-deducted.amount, Math.min(due - deducted.amount, most))
  const total = deducted.amount + amount
  const vat =
    total === 0 || due === 0 ? 0 : divideRounded(Math.max(0, Math.min(more.vat, due)) * Math.min(total, due), due)
  return { amount, vat: vat - deducted.vat }
}

type After = { kept: number; forTerms: number; paid: Paid }

function afterRefund(line: RefundableLine, units: readonly RefundedUnits[]): After {
  const now = units.find(({ position }) => position === line.position)
  const refunded = line.refunded + (now?.quantity ?? 0)
  const kept = line.quantity - refunded
  return {
    kept,
    forTerms: Math.max(kept, line.quantity - line.givenUp - (now?.byChoice ?? 0)),
    paid: paidForPieces(line, refunded, kept),
  }
}

/** The part of what some units would have cost that those cost which are really kept. */
function partOf({ inc, ex }: { inc: number; ex: number }, kept: number, of: number): Paid {
  if (of === 0) return { amount: 0, vat: 0 }
  const part = (whole: number) => Number((BigInt(whole) * BigInt(kept)) / BigInt(of))
  return { amount: part(inc), vat: part(inc - ex) }
}
