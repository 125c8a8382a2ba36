import { orderByNumber } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

export function orderLinkMail({ t, head }: MailTexts, { number, link }: { number: string; link: string }): MailContent {
  return {
    ...head('mail:order_link.subject', { number }),
    blocks: [text(t('mail:order_link.intro', { number })), action(t('mail:order_link.open'), link)],
  }
}

/** Mails a link to an order to its own e-mail address; sends nothing if number and address do not match. */
export async function sendOrderLink(
  shop: Shop,
  asked: { number: string; email: string },
  effectId: string,
): Promise<void> {
  const order = await orderByNumber(shop.db, asked.number)
  if (!order || order.email.toLowerCase() !== asked.email.toLowerCase()) return
  const { number, language } = order
  const link = await orderAddress(shop, order)
  await sendMail(shop, {
    to: order.email,
    messageId: `order-link-${effectId}`,
    email: { language, ...orderLinkMail(await mailTexts(shop, language), { number, link }) },
  })
}
