import { paymentLink } from '../../ordering/cart/payment-link.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type OrderLink = { number: string; link: string; pay?: string | undefined }

/** `pay` is the address where what is not paid yet is paid. */
export function orderLinkMail({ t, head }: MailTexts, { number, link, pay }: OrderLink): MailContent {
  return {
    ...head('mail:order_link.subject', { number }),
    blocks: [
      text(t('mail:order_link.intro', { number })),
      ...(pay === undefined ? [] : [action(t('checkout:confirmation.pay'), pay)]),
      { kind: 'action', label: t('mail:order_link.open'), href: link, isQuiet: pay !== undefined },
    ],
  }
}

/**
 * Mails a link to an order to its own e-mail address, and one to pay what waits for its payment; sends nothing if
 * number and address do not match.
 */
export async function sendOrderLink(
  shop: Shop,
  asked: { number: string; email: string },
  effectId: string,
): Promise<void> {
  const order = await orderByNumber(shop.db, asked.number)
  if (!order || order.email.toLowerCase() !== asked.email.toLowerCase()) return
  const { number, language, status } = order
  const link = await orderAddress(shop, order)
  const { toPay } = await orderPage(shop.db, order)
  const pay = status === 'pending_payment' || toPay > 0 ? await paymentLink(shop, order) : undefined
  await sendMail(shop, {
    to: order.email,
    messageId: `order-link-${effectId}`,
    email: { language, ...orderLinkMail(await mailTexts(shop, language), { number, link, pay }) },
  })
}
