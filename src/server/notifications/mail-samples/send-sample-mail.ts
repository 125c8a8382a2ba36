import { isLanguage } from '../../../domain/places/locales.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { sendMail } from '../mail/send-mail.ts'
import { isMailName } from '../mail/texts/mail-fields.ts'
import { sampleMail, textsInstead } from './sample-mail.ts'

/** Sends a mail with sample data to the person who writes its texts. */
export async function sendSampleMail(
  shop: Shop,
  { to, language, mail, at, texts }: EffectPayload<'mail.sample'>,
  effectId: string,
): Promise<void> {
  if (!isLanguage(language) || !isMailName(mail)) return
  const email = sampleMail(shop, { mail, at }, await textsInstead(shop, language, mail, texts))
  await sendMail(shop, { to, messageId: `sample-${effectId}`, email })
}
