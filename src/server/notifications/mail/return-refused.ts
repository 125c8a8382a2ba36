import { orderById } from '../../ordering/orders/queries.ts'
import { returnById } from '../../ordering/orders/return-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { hashSecret } from '../../platform/ids.ts'
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

/** `reason` is the hash of what was written then; without it in what an older version wrote. */
type Refusal = { returnId: string; reason?: string | undefined }

/**
 * Says why a return that was received is not refunded, unless it has been refunded since, or another reason was
 * written, which has a mail of its own.
 */
export async function sendReturnRefused(shop: Shop, refusal: Refusal, effectId: string): Promise<void> {
  const { returnId, reason: written } = refusal
  const row = await returnById(shop.db, returnId)
  const order = row && (await orderById(shop.db, row.order_id))
  if (row?.status !== 'received' || !order) return
  const { number, refusal: reason } = row
  if (written !== undefined && written !== hashSecret(reason)) return
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
