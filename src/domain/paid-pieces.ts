import type { Minor } from './money.ts'

/** A line as it was paid: its total and its share of the order's fixed discount, minor units, VAT apart. */
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
 * What was paid for `pieces` of a line after `before` of them were paid back. Shares are cut at whole minor units from
 * the first piece on, so that whatever the portions, all of them together are the line to the öre (decision 0022, rule
 * 4).
 */
export function paidForPieces(line: PaidLine, before: number, pieces: number): Paid {
  const [start, end] = [paidUpTo(line, before), paidUpTo(line, before + pieces)]
  return { amount: end.amount - start.amount, vat: end.vat - start.vat }
}

function paidUpTo(line: PaidLine, pieces: number): Paid {
  const part = (whole: Minor) => Number((BigInt(whole) * BigInt(pieces)) / BigInt(line.quantity))
  return {
    amount: part(line.line_total) - part(line.discount_share),
    vat: part(line.vat_total) - part(line.discount_share_vat),
  }
}

export function sumOfPaid(amounts: readonly Paid[]): Paid {
  return amounts.reduce((sum, { amount, vat }) => ({ amount: sum.amount + amount, vat: sum.vat + vat }), {
    amount: 0,
    vat: 0,
  })
}
