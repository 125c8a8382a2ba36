import { exactSum } from '../../../i18n/money.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import { refundById } from '../../ordering/orders/refund-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { text, type MailContent } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

/** `amount` is what is paid back, '' for nothing. */
export function orderCancelledMail(
  { t, head }: MailTexts,
  { number, amount }: { number: string; amount: string },
): MailContent {
  const money = t(amount ? 'mail:order_cancelled.paid_back' : 'mail:order_cancelled.not_charged', { amount })
  return {
    ...head('mail:order_cancelled.subject', { number }),
    blocks: [text(t('mail:order_cancelled.intro', { number })), text(money)],
  }
}

/** Notifies the buyer that the order is cancelled and, if it was paid, that the money is refunded. */
export async function sendOrderCancelled(shop: Shop, orderId: string, refundId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language, currency } = order
  const refund = await refundById(shop.db, refundId)
  const amount = refund?.number ? exactSum(refund.amount, currency, language, order.reverse_charge === 1) : ''
  await sendMail(shop, {
    to: order.email,
    messageId: `order-cancelled-${order.id}`,
    email: { language, ...orderCancelledMail(await mailTexts(shop, language), { number, amount }) },
  })
}
