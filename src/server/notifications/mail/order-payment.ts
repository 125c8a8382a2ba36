import { exactSum } from '../../../i18n/money.ts'
import { translator } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goodsBlock, orderFacts } from './order-goods.ts'
import { sendMail } from './send-mail.ts'
import { action, text } from './template/email-template.ts'

/** Sends the buyer of an order that was placed for them the link to pay it; nothing when it is paid or over. */
export async function sendOrderPayment(shop: Shop, orderId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order || order.status !== 'pending_payment') return
  const { number, language, currency, checkout_id: id } = order
  const page = await orderPage(shop.db, order)
  const t = translator(language)
  const amount = exactSum(order.total - order.gift_card_total, currency, language, order.reverse_charge === 1)
  await sendMail(shop, {
    to: order.email,
    messageId: `order-payment-${order.id}`,
    email: {
      language,
      subject: t('mail:order_payment.subject', { number }),
      blocks: [
        text(t('mail:order_payment.intro', { number, amount })),
        action(t('mail:order_payment.pay', { amount }), shop.env.ORIGIN + href(language, 'checkout-id', { id })),
        goodsBlock(page, order),
        { kind: 'facts', facts: orderFacts(page, order) },
      ],
    },
  })
}
