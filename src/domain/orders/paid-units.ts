import type { Minor } from '../money/money.ts'

/**
 * The paid amounts of a line: its total and its share of the order's fixed discount, in minor units, with VAT listed
 * separately.
 */
export type PaidLine = {
  quantity: number
  line_total: Minor
  vat_total: Minor
  discount_share: Minor
  discount_share_vat: Minor
}
/** An amount including VAT, and the VAT in it. */
export type Paid = { amount: Minor; vat: Minor }

/**
 * What was paid for the next `quantity` units of a line after `before` units were refunded. Amounts are cumulative and
 * rounded to whole minor units, so that any split into partial refunds adds up to the exact line total (decision 0022,
 * rule 4).
 */
export function paidForUnits(line: PaidLine, before: number, quantity: number): Paid {
  const [start, end] = [paidUpTo(line, before), paidUpTo(line, before + quantity)]
  return { amount: end.amount - start.amount, vat: end.vat - start.vat }
}

function paidUpTo(line: PaidLine, quantity: number): Paid {
  const part = (whole: Minor) => Number((BigInt(whole) * BigInt(quantity)) / BigInt(line.quantity))
  return {
    amount: part(line.line_total) - part(line.discount_share),
    vat: part(line.vat_total) - part(line.discount_share_vat),
  }
}

/** Adds amounts and the VAT in them, in minor units. */
export function sumOfPaid(amounts: readonly Paid[]): Paid {
  return amounts.reduce((sum, { amount, vat }) => ({ amount: sum.amount + amount, vat: sum.vat + vat }), {
    amount: 0,
    vat: 0,
  })
}
