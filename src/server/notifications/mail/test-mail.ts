import { isLanguage } from '../../../domain/places/locales.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

export function testMail({ t, head }: MailTexts, by: string): MailContent {
  return { ...head('mail:test.subject'), blocks: [text(t('mail:test.text', { by }))] }
}

/** Sends the mail by which staff see that mails are sent, and how they look. */
export async function sendTestMail(
  shop: Shop,
  { to, language, by }: EffectPayload<'mail.test'>,
  effectId: string,
): Promise<void> {
  const spoken = isLanguage(language) ? language : 'en'
  await sendMail(shop, {
    to,
    messageId: `test-${effectId}`,
    email: { language: spoken, ...testMail(await mailTexts(shop, spoken), by) },
  })
}
