import { translator } from '../../../i18n/translator.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text } from './template/email-template.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'

/** Mails a link to an order to its own e-mail address; sends nothing if number and address do not match. */
export async function sendOrderLink(
  shop: Shop,
  asked: { number: string; email: string },
  effectId: string,
): Promise<void> {
  const order = await orderByNumber(shop.db, asked.number)
  if (!order || order.email.toLowerCase() !== asked.email.toLowerCase()) return
  const { number, language } = order
  const t = translator(language)
  const blocks = [
    text(t('mail:order_link.intro', { number })),
    action(t('mail:order_link.open'), await orderAddress(shop, order)),
  ]
  await sendMail(shop, {
    to: order.email,
    messageId: `order-link-${effectId}`,
    email: { language, subject: t('mail:order_link.subject', { number }), blocks },
  })
}
