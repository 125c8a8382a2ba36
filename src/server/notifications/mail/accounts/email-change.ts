import { isLanguage } from '../../../../domain/places/locales.ts'
import { customerById } from '../../../identity/customer-queries.ts'
import { loginLink, stopLinkDays } from '../../../identity/login/links.ts'
import type { Shop } from '../../../ordering/shop.ts'
import { sendMail } from '../send-mail.ts'
import { action, text, type MailContent } from '../template/email-template.ts'
import { mailTexts, type MailTexts } from '../texts/mail-texts.ts'

/** `email` is the old address, which gets the mail, and `to` the new one. */
export type EmailChange = { customerId: string; email: string; to: string; language: string }

const texts = {
  asked: {
    subject: 'mail:email_change_asked.subject',
    text: 'mail:email_change_asked.text',
    stop: 'mail:email_change_asked.stop',
  },
  changed: { subject: 'mail:email_changed.subject', text: 'mail:email_changed.text', stop: 'mail:email_changed.stop' },
} as const

/** `link` is undefined where the account is gone. */
export function emailChangeMail(
  { t, head }: MailTexts,
  kind: keyof typeof texts,
  { to, link }: { to: string; link: string | undefined },
): MailContent {
  const { subject, text: words, stop } = texts[kind]
  const days = t('mail:email_changed.days', { count: stopLinkDays })
  return {
    ...head(subject),
    blocks: [text(t(words, { to })), ...(link === undefined ? [] : [action(t(stop), link), text(days)])],
  }
}

/** Notifies the old address of a requested or completed change, with a link that cancels or reverts it. */
export async function sendEmailChange(
  shop: Shop,
  kind: keyof typeof texts,
  { customerId, email, to, language: asked }: EmailChange,
  effectId: string,
): Promise<void> {
  const language = isLanguage(asked) ? asked : 'en'
  const customer = await customerById(shop.db, customerId)
  const link = customer
    ? await loginLink(shop, 'email_stop', {
        customerId,
        email,
        name: to,
        language,
        country: customer.country,
        currencyId: customer.currency_id,
      })
    : undefined
  await sendMail(shop, {
    to: email,
    messageId: `email-${kind}-${effectId}`,
    email: { language, ...emailChangeMail(await mailTexts(shop, language), kind, { to, link }) },
  })
}
