import type { Shop } from '../shop.ts'
import { orderById } from '../orders/queries.ts'
import { completeOrder } from './complete-order.ts'
import { providerNamed } from './providers.ts'
import { attemptById } from './queries.ts'

/**
 * Finishes a payment that needs nobody's answer but was cut off between the order's transaction and its completion (a
 * power cut); a payment on a hosted page is left to its webhook.
 */
export async function resumePayment(shop: Shop, attemptId: string): Promise<void> {
  const attempt = await attemptById(shop.db, attemptId)
  if (attempt?.status !== 'started') return
  const order = await orderById(shop.db, attempt.order_id)
  const provider = providerNamed(attempt.provider)
  if (!order || !provider) return
  const started = await provider.start(shop, attempt, order)
  if (started.kind === 'accepted') await completeOrder(shop, provider.name, started.notice)
}
