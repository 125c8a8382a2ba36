import { href } from '../../routes.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { providerNamed } from './providers.ts'
import { attemptById } from './queries.ts'

/** Starts the payment of a written order, where one is still needed, and says where the shopper goes next. */
export async function startPayment(shop: Shop, attemptId: string): Promise<string> {
  const attempt = await attemptById(shop.db, attemptId)
  const order = attempt && await orderById(shop.db, attempt.order_id)
  const provider = attempt && providerNamed(attempt.provider)
  if (!attempt || !order || !provider) throw new Error(`Payment attempt ${attemptId} has no order or no provider.`)
  if (provider.start && attempt.status === 'started') return provider.start(shop, attempt, order)
  return href(order.language, 'checkout-confirmation', { id: order.checkout_id })
}
