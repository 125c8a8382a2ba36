import { isLanguage } from '../../../domain/places/locales.ts'
import { translator } from '../../../i18n/translator.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { sendMail } from './send-mail.ts'
import { text } from './template/email-template.ts'

/** Sends the mail by which staff see that mails are sent, and how they look. */
export async function sendTestMail(
  shop: Shop,
  { to, language, by }: EffectPayload<'mail.test'>,
  effectId: string,
): Promise<void> {
  const spoken = isLanguage(language) ? language : 'en'
  const t = translator(spoken)
  const subject = t('mail:test.subject')
  await sendMail(shop, {
    to,
    messageId: `test-${effectId}`,
    email: { language: spoken, subject, blocks: [text(t('mail:test.text', { by }))] },
  })
}
