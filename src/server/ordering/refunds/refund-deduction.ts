import type { DiscountTerms } from '../../../domain/cart/discount-terms.ts'
import type { VatRate } from '../../../domain/money/vat.ts'
import { sumByRate, type RateAmount } from '../../../domain/orders/allowances.ts'
import type { PaidLine } from '../../../domain/orders/paid-units.ts'
import { deductionOf, type RefundedUnits } from '../../../domain/orders/refund-deduction.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { deductedOf, refundsOf } from '../orders/refund-queries.ts'
import { termsOf, unitsReturnedByChoice } from '../orders/terms-queries.ts'

type DeductedLine = PaidLine & { position: number; refunded: number; vat_rate: VatRate; type: number }

/**
 * Calculates how much a refund is reduced because the units that are kept no longer meet the terms of the order's
 * discounts (minor units), by VAT rate.
 */
export async function refundDeduction(
  db: Queryable,
  orderId: string,
  lines: readonly DeductedLine[],
  units: readonly RefundedUnits[],
): Promise<RateAmount[]> {
  return deductionBy(db, orderId, await termsOf(db, orderId), lines, units)
}

/** Like `refundDeduction`, by other terms than those that are stored, for a change that is not written yet. */
export async function deductionBy(
  db: Queryable,
  orderId: string,
  terms: DiscountTerms | undefined,
  lines: readonly DeductedLine[],
  units: readonly RefundedUnits[],
): Promise<RateAmount[]> {
  if (!terms) return []
  const givenUp = await unitsReturnedByChoice(db, orderId)
  const before = await refundsOf(db, orderId)
  const deducted = sumByRate(before.flatMap((refund) => deductedOf(refund, lines)))
  return deductionOf({
    terms,
    deducted,
    units,
    lines: lines.map((line) => ({ ...line, givenUp: givenUp.get(line.position) ?? 0 })),
  })
}
