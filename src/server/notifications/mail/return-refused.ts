import { orderById } from '../../ordering/orders/queries.ts'
import { returnById } from '../../ordering/orders/return-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type Refused = { number: string; order: string; reason: string; follow: string }

/** `reason` is what staff wrote; `follow` links to the order. */
export function returnRefusedMail({ t, head }: MailTexts, { number, order, reason, follow }: Refused): MailContent {
  return {
    ...head('mail:return_refused.subject', { number }),
    blocks: [
      text(t('mail:return_refused.intro', { number, order })),
      { kind: 'typed', text: reason },
      text(t('mail:return_refused.answer')),
      { kind: 'action', label: t('mail:order_link.open'), href: follow, isQuiet: true },
    ],
  }
}

/** Says why a return that was received is not refunded, unless it has been refunded since. */
export async function sendReturnRefused(shop: Shop, returnId: string, effectId: string): Promise<void> {
  const row = await returnById(shop.db, returnId)
  const order = row && (await orderById(shop.db, row.order_id))
  if (row?.status !== 'received' || !order) return
  const { number, refusal: reason } = row
  const content = returnRefusedMail(await mailTexts(shop, order.language), {
    number,
    order: order.number,
    reason,
    follow: await orderAddress(shop, order),
  })
  await sendMail(shop, {
    to: order.email,
    messageId: `return-refused-${effectId}`,
    email: { language: order.language, ...content },
  })
}
