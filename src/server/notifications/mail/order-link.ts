import { translator } from '../../../i18n/translator.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text } from './template/email-template.ts'
import { wayBack } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'

/**
 * Mails the way to an order to the address it was bought with; a number and an address that do not belong together get
 * nothing.
 */
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
    action(t('mail:order_link.open'), await wayBack(shop, order)),
  ]
  await sendMail(shop, {
    to: order.email,
    messageId: `order-link-${effectId}`,
    letter: { language, subject: t('mail:order_link.subject', { number }), blocks },
  })
}
