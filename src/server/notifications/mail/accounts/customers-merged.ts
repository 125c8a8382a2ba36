import { isLanguage } from '../../../../domain/places/locales.ts'
import type { TextKey } from '../../../../i18n/translator.ts'
import type { Shop } from '../../../ordering/shop.ts'
import type { EffectPayload } from '../../../platform/outbox/effect-kinds.ts'
import { sendMail } from '../send-mail.ts'
import { text, type MailContent } from '../template/email-template.ts'
import { mailTexts, type MailTexts } from '../texts/mail-texts.ts'

type Merged = EffectPayload<'mail.customers_merged'>

const texts: Readonly<Record<Merged['whose'], TextKey>> = {
  account: 'mail:customers_merged.account',
  guest: 'mail:customers_merged.guest',
  kept: 'mail:customers_merged.kept',
}

export function customersMergedMail(
  { t, head }: MailTexts,
  { email, other, whose }: Pick<Merged, 'email' | 'other' | 'whose'>,
): MailContent {
  return {
    ...head('mail:customers_merged.subject'),
    blocks: [text(t(texts[whose], { email, other: partOf(other) })), text(t('mail:customers_merged.wrong'))],
  }
}

/** The address as its owner recognizes it, and somebody who was merged by mistake does not read it. */
function partOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email.slice(0, at)
  return `${at > first.length ? first : ''}…${email.slice(at)}`
}

/** Tells an address that its customer was merged with that of another address. */
export async function sendCustomersMerged(
  shop: Shop,
  { email, language: asked, ...merged }: Merged,
  effectId: string,
): Promise<void> {
  const language = isLanguage(asked) ? asked : 'en'
  await sendMail(shop, {
    to: email,
    messageId: `customers-merged-${effectId}`,
    email: { language, ...customersMergedMail(await mailTexts(shop, language), { email, ...merged }) },
  })
}
