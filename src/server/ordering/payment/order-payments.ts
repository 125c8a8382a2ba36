import type { Minor } from '../../../domain/money/money.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import { attemptsOf, type AttemptRow } from '../../payments/queries.ts'
import { refundsOf, type RefundRow } from '../../payments/refund-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

export type OrderPayments = { attempts: AttemptRow[]; refunds: RefundRow[]; refundable: Minor }

/**
 * Reads all payments and refunds of an order, oldest first. `refundable` is the most that one refund can pay back now,
 * in minor units.
 */
export async function orderPayments(db: Queryable, orderId: string): Promise<OrderPayments> {
  const attempts = await attemptsOf(db, orderId)
  return { attempts, refunds: await refundsOf(db, orderId), refundable: Math.max(0, ...attempts.map(refundable)) }
}
