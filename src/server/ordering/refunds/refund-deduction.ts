import { sumOfPaid, type Paid } from '../../../domain/orders/paid-units.ts'
import { deductionOf, type RefundedUnits } from '../../../domain/orders/refund-deduction.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import { refundsOf } from '../orders/refund-queries.ts'
import { termsOf, unitsGivenUp } from '../orders/terms-queries.ts'

/**
 * Calculates how much a refund is reduced because the units that are kept no longer meet the terms of the order's
 * discounts (minor units).
 */
export async function refundDeduction(
  db: Queryable,
  orderId: string,
  lines: readonly OrderLineRow[],
  units: readonly RefundedUnits[],
): Promise<Paid> {
  const terms = await termsOf(db, orderId)
  if (!terms) return { amount: 0, vat: 0 }
  const givenUp = await unitsGivenUp(db, orderId)
  const before = await refundsOf(db, orderId)
  const deducted = sumOfPaid(before.map(({ deduction, deduction_vat: vat }) => ({ amount: deduction, vat })))
  return deductionOf({
    terms,
    deducted,
    units,
    lines: lines.map((line) => ({ ...line, givenUp: givenUp.get(line.position) ?? 0 })),
  })
}
