import type { OrderPage } from '../../../contracts/order-page.ts'
import { paymentFailure, type PaymentFailure } from '../../../domain/payments.ts'
import { orderPage } from '../orders/order-page.ts'
import { latestOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { attemptsOf } from '../../payments/queries.ts'

export type FailedPayment = { order: OrderPage; reason: PaymentFailure }

/**
 * The newest order of a checkout whose payment came to nothing, and why; `not_failed` for one that lives, undefined for
 * none.
 */
export async function failedPayment(
  { db }: Shop,
  checkoutId: string,
): Promise<FailedPayment | 'not_failed' | undefined> {
  const order = await latestOrderOf(db, checkoutId)
  if (!order) return undefined
  if (order.status !== 'failed' && order.status !== 'expired') return 'not_failed'
  const attempt = (await attemptsOf(db, order.id)).findLast(({ reason }) => reason !== 'language')
  return { order: await orderPage(db, order), reason: attempt ? paymentFailure(attempt) : 'declined' }
}
