import type { OrderPage } from '../../../contracts/customer-pages/order-page.ts'
import { paymentFailure, type PaymentFailure } from '../../../domain/orders/payments.ts'
import { orderPage } from '../orders/order-page.ts'
import { latestOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { attemptsOf } from '../../payments/queries.ts'

export type FailedPayment = { order: OrderPage; reason: PaymentFailure }

/**
 * Returns the newest order of a checkout if its payment failed, and the reason. `not_failed` for any other order,
 * undefined if there is none.
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
