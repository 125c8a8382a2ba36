import { exactSum } from '../../../i18n/money.ts'
import { paymentLink } from '../../ordering/cart/payment-link.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goodsBlock, orderFacts } from './order-goods.ts'
import { sendMail, sentAgain } from './send-mail.ts'
import { action, text, type Block, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type PaymentRequest = { number: string; amount: string; pay: string; goods: Block; facts: Block }

export function orderPaymentMail(
  { t, head }: MailTexts,
  { number, amount, pay, goods, facts }: PaymentRequest,
): MailContent {
  return {
    ...head('mail:order_payment.subject', { number }),
    blocks: [
      text(t('mail:order_payment.intro', { number, amount })),
      action(t('mail:order_payment.pay', { amount }), pay),
      goods,
      facts,
    ],
  }
}

/** Sends the buyer of an order that was placed for them the link to pay it; nothing when it is paid or over. */
export async function sendOrderPayment(shop: Shop, orderId: string, again?: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order || order.status !== 'pending_payment') return
  const { number, language, currency } = order
  const page = await orderPage(shop.db, order)
  const texts = await mailTexts(shop, language)
  const amount = exactSum(order.total - order.gift_card_total, currency, language, order.reverse_charge === 1)
  await sendMail(shop, {
    to: order.email,
    messageId: sentAgain(`order-payment-${order.id}`, again),
    email: {
      language,
      ...orderPaymentMail(texts, {
        number,
        amount,
        pay: await paymentLink(shop, order),
        goods: goodsBlock(page, order, texts),
        facts: { kind: 'facts', facts: orderFacts(shop, page, order) },
      }),
    },
  })
}
