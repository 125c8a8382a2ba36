import type { Minor } from '../../../domain/money/money.ts'
import { exactSum } from '../../../i18n/money.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import { refundById } from '../../ordering/orders/refund-queries.ts'
import { isOfCancellation } from '../../ordering/payment/cancel-payment.ts'
import { refundsOf as paymentRefundsOf } from '../../payments/refund-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { text, type MailContent } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

/** `amount` is what is paid back, '' for nothing; of an order that was charged, its bank paid it back before. */
export function orderCancelledMail(
  { t, head }: MailTexts,
  { number, amount, isCharged }: { number: string; amount: string; isCharged: boolean },
): MailContent {
  const money = amount ? [t('mail:order_cancelled.paid_back', { amount })] : [t('mail:order_cancelled.not_charged')]
  return {
    ...head('mail:order_cancelled.subject', { number }),
    blocks: [t('mail:order_cancelled.intro', { number }), ...(isCharged && !amount ? [] : money)].map((each) =>
      text(each),
    ),
  }
}

/** Notifies the buyer that the order is cancelled and, if it was paid, that the money is refunded. */
export async function sendOrderCancelled(shop: Shop, orderId: string, refundId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language, currency } = order
  const refund = await refundById(shop.db, refundId)
  const isCharged = Boolean(refund?.number)
  const back = isCharged ? await paidBackOf(shop, order.id, refund?.card_back ?? 0) : 0
  const amount = back > 0 ? exactSum(back, currency, language, order.reverse_charge === 1) : ''
  await sendMail(shop, {
    to: order.email,
    messageId: `order-cancelled-${order.id}`,
    email: { language, ...orderCancelledMail(await mailTexts(shop, language), { number, amount, isCharged }) },
  })
}

/** What the cancellation paid back: not what was asked for after a change and never paid. */
async function paidBackOf({ db }: Shop, orderId: string, onCards: Minor): Promise<Minor> {
  const own = (await paymentRefundsOf(db, orderId)).filter(({ dedupe_key: key }) => isOfCancellation(key))
  return own.reduce((sum, { amount }) => sum + amount, onCards)
}
