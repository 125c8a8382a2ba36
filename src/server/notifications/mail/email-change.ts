import { isLanguage } from '../../../domain/places/locales.ts'
import { translator } from '../../../i18n/translator.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { loginLink, stopLinkDays } from '../../identity/login/links.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text, type Block } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

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

/** Notifies the old address of a requested or completed change, with a link that cancels or reverts it. */
export async function sendEmailChange(
  shop: Shop,
  kind: keyof typeof texts,
  { customerId, email, to, language: asked }: EmailChange,
  effectId: string,
): Promise<void> {
  const language = isLanguage(asked) ? asked : 'en'
  const t = translator(language)
  const { subject, text: words, stop } = texts[kind]
  const customer = await customerById(shop.db, customerId)
  const blocks: Block[] = [text(t(words, { to }))]
  if (customer) {
    const { country, currency_id: currencyId } = customer
    const link = await loginLink(shop, 'email_stop', { customerId, email, name: to, language, country, currencyId })
    blocks.push(action(t(stop), link), text(t('mail:email_changed.days', { count: stopLinkDays })))
  }
  await sendMail(shop, {
    to: email,
    messageId: `email-${kind}-${effectId}`,
    email: { language, subject: t(subject), blocks },
  })
}
