import type { OrderPage } from '../../../contracts/customer-pages/order-page.ts'
import { paymentFailure, type PaymentFailure } from '../../../domain/orders/payments.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { attemptsOf } from '../../payments/queries.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { orderPage } from '../orders/order-page.ts'
import { latestOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

type FailedPayment = { order: OrderPage; reason: PaymentFailure }

/**
 * GET /{lang}/checkout/failed/:id: the newest order of a checkout if its payment failed, and the reason. Any other
 * order leads to its confirmation.
 */
export async function failedPayment(
  { db }: Shop,
  language: Language,
  checkoutId: string,
): Promise<PageResult<FailedPayment>> {
  const order = await latestOrderOf(db, checkoutId)
  if (!order) return missing()
  if (order.status !== 'failed' && order.status !== 'expired')
    return goTo(href(language, 'checkout-confirmation', { id: checkoutId }))
  const attempt = (await attemptsOf(db, order.id)).findLast(({ reason }) => reason !== 'language')
  return privatePage({ order: await orderPage(db, order), reason: attempt ? paymentFailure(attempt) : 'declined' })
}
