import { exactSum } from '../../../i18n/money.ts'
import { translator } from '../../../i18n/translator.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import { refundById } from '../../ordering/orders/refund-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { text } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

/** Notifies the buyer that the order is cancelled and, if it was paid, that the money is refunded. */
export async function sendOrderCancelled(shop: Shop, orderId: string, refundId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language, currency } = order
  const refund = await refundById(shop.db, refundId)
  const t = translator(language)
  const amount = refund?.number ? exactSum(refund.amount, currency, language, order.reverse_charge === 1) : ''
  const money = t(amount ? 'mail:order_cancelled.paid_back' : 'mail:order_cancelled.not_charged', { amount })
  await sendMail(shop, {
    to: order.email,
    messageId: `order-cancelled-${order.id}`,
    email: {
      language,
      subject: t('mail:order_cancelled.subject', { number }),
      blocks: [text(t('mail:order_cancelled.intro', { number })), text(money)],
    },
  })
}
