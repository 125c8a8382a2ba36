import { shareOf } from '../cart/cart-amounts.ts'
import type { Minor } from '../money/money.ts'
import { exVat, vatPart, type VatRate } from '../money/vat.ts'
import type { RateAmount } from './allowances.ts'
import type { PaidLine } from './paid-units.ts'

/** New VAT rates by those that they replace, in basis points. */
export type ChangedRates = ReadonlyMap<VatRate, VatRate>
type SoldLine = PaidLine & { unit_price: Minor }

/**
 * The VAT of an order's line at another rate, in minor units. Its price with VAT and its share of a fixed discount
 * stay; VAT is taken off the price of a unit, as at the checkout.
 */
export function lineAtRate(line: SoldLine, rate: VatRate) {
  const { quantity, unit_price: unit, line_total: total, discount_share: share } = line
  const ex = exVat(unit, rate) * quantity
  return {
    vat_rate: rate,
    vat_total: total - ex,
    discount_share_vat: share - shareOf({ inc: total, ex }, share).ex,
  }
}

/** Amounts by VAT rate at the rates that replace theirs; the amounts stay, and the VAT in them changes. */
export function amountsAtRates(amounts: readonly RateAmount[], changed: ChangedRates): RateAmount[] {
  return amounts.map((each) => {
    const rate = changed.get(each.rate)
    if (rate === undefined) return each
    const { amount } = each
    return { rate, amount, vat: Math.sign(amount) * vatPart(Math.abs(amount), rate) }
  })
}
