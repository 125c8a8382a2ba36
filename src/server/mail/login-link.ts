import { currencyById } from '../../domain/currencies.ts'
import { isLanguage, type Language } from '../../domain/locales.ts'
import { translator } from '../../i18n/translator.ts'
import type { LinkRequest } from '../accounts/ask-for-link.ts'
import { customerByEmail, type CustomerRow } from '../accounts/customer-queries.ts'
import { linkMinutes, loginLink, type LinkTarget } from '../accounts/links.ts'
import type { LinkPurpose } from '../db/account-tables.ts'
import { newId } from '../ids.ts'
import type { Shop } from '../shop.ts'
import { sendMail } from './send-mail.ts'

const mailTexts = {
  register: { subject: 'mail:login_link.subject_register', text: 'mail:login_link.register' },
  known: { subject: 'mail:login_link.subject_known', text: 'mail:login_link.known' },
  reset: { subject: 'mail:login_link.subject_reset', text: 'mail:login_link.reset' },
  email: { subject: 'mail:login_link.subject_email', text: 'mail:login_link.email' },
} as const

const changeTexts = {
  password: { subject: 'mail:password_changed.subject', text: 'mail:password_changed.text' },
  email: { subject: 'mail:email_changed.subject', text: 'mail:email_changed.text' },
} as const

/**
 * Mails a link that signs in, for an account to be made, a password to be chosen or an address to be changed. The token is
 * made here and is readable in the mail alone. An address without an account gets no reset; one with an account no second one.
 */
export async function sendLoginLink(shop: Shop, request: LinkRequest): Promise<void> {
  const existing = await customerByEmail(shop.db, request.email)
  const purpose = purposeFor(request.purpose, existing)
  if (!purpose) return
  const target = targetOf(request, purpose === 'reset' ? existing : undefined)
  const t = translator(target.language)
  const texts = mailTexts[purpose === 'reset' && request.purpose === 'register' ? 'known' : purpose]
  const text = [t(texts.text), '', await loginLink(shop, purpose, target), '', t('mail:login_link.once', { count: linkMinutes }), '', t('mail:signature')]
  await sendMail(shop, { to: request.email, subject: t(texts.subject), text: text.join('\n'), messageId: `login-link-${newId()}` })
}

/** Tells a customer of a new password or, at the old address, of a new one, so that somebody else's change is noticed. */
export async function sendLoginChanged(shop: Shop, kind: 'password' | 'email', { email = '', language = '' }: Record<string, string>): Promise<void> {
  const t = translator(isLanguage(language) ? language : 'en')
  const texts = changeTexts[kind]
  const text = `${t(texts.text)}\n\n${t('mail:signature')}`
  await sendMail(shop, { to: email, subject: t(texts.subject), text, messageId: `login-changed-${newId()}` })
}

function purposeFor(asked: LinkPurpose, existing: CustomerRow | undefined): LinkPurpose | undefined {
  if (asked === 'email') return existing ? undefined : 'email'
  if (existing) return 'reset'
  return asked === 'register' ? 'register' : undefined
}

function targetOf(request: LinkRequest, existing: CustomerRow | undefined): LinkTarget {
  if (existing) {
    const { id, email, name, language, country, currency_id: currencyId } = existing
    return { customerId: id, email, name, language, country, currencyId }
  }
  const language: Language = isLanguage(request.language) ? request.language : 'en'
  const currencyId = currencyById(Number(request.currency_id))?.id ?? 1
  return { customerId: request.customer_id || null, email: request.email, name: request.name, language, country: request.country, currencyId }
}
