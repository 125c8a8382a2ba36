import { isLanguage } from '../../../domain/places/locales.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

export function orderReaddressedMail({ t, head }: MailTexts, { number }: { number: string }): MailContent {
  return {
    ...head('mail:order_readdressed.subject', { number }),
    blocks: [text(t('mail:order_readdressed.text', { number })), text(t('mail:order_readdressed.wrong'))],
  }
}

/**
 * Tells the former address of an order that it gets no more mails about it. Nothing of the order is in the mail but its
 * number: the address may be that of somebody who has ordered nothing.
 */
export async function sendOrderReaddressed(
  shop: Shop,
  { number, email, language: asked }: EffectPayload<'mail.order_readdressed'>,
  effectId: string,
): Promise<void> {
  const language = isLanguage(asked) ? asked : 'en'
  await sendMail(shop, {
    to: email,
    messageId: `order-readdressed-${effectId}`,
    email: { language, ...orderReaddressedMail(await mailTexts(shop, language), { number }) },
  })
}
