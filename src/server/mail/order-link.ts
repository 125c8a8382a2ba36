import { translator } from '../../i18n/translator.ts'
import { newId } from '../ids.ts'
import { orderByNumber } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { wayBack } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'

/** Mails the way to an order to the address it was bought with; a number and an address that do not belong together get nothing. */
export async function sendOrderLink(shop: Shop, number: string, email: string): Promise<void> {
  const order = await orderByNumber(shop.db, number)
  if (!order || order.email.toLowerCase() !== email.toLowerCase()) return
  const t = translator(order.language)
  await sendMail(shop, {
    to: order.email, subject: t('mail:order_link.subject', { number: order.number }), messageId: `order-link-${newId()}`,
    text: [t('mail:order_link.intro', { number: order.number }), '', await wayBack(shop, order), '', t('mail:signature')].join('\n'),
  })
}
