import { currencyById } from '../../../domain/money/currencies.ts'
import { isLanguage, type Language } from '../../../domain/places/locales.ts'
import { translator } from '../../../i18n/translator.ts'
import type { LinkRequest } from '../../identity/login/ask-for-link.ts'
import { customerByEmail, customerById, type CustomerRow } from '../../identity/customer-queries.ts'
import { linkMinutes, loginLink, type LinkTarget } from '../../identity/login/links.ts'
import type { LinkPurpose } from '../../platform/db/tables/account-tables.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

const mailTexts = {
  register: {
    subject: 'mail:login_link.subject_register',
    text: 'mail:login_link.register',
    go: 'mail:login_link.go_register',
  },
  known: { subject: 'mail:login_link.subject_known', text: 'mail:login_link.known', go: 'mail:login_link.go_reset' },
  reset: { subject: 'mail:login_link.subject_reset', text: 'mail:login_link.reset', go: 'mail:login_link.go_reset' },
  email: { subject: 'mail:login_link.subject_email', text: 'mail:login_link.email', go: 'mail:login_link.go_email' },
} as const

/**
 * Mails a login link for a new account, a password reset or a change of address. The token is created here and exists
 * in plain text only in the mail. Sends no reset to an address without an account, and no registration to one with an
 * account.
 */
export async function sendLoginLink(shop: Shop, request: LinkRequest, effectId: string): Promise<void> {
  const existing = await customerByEmail(shop.db, request.email)
  const purpose = purposeFor(request.purpose, existing)
  if (!purpose) return
  const target = targetOf(request, purpose === 'reset' ? existing : undefined)
  const { language } = target
  const t = translator(language)
  const texts = mailTexts[purpose === 'reset' && request.purpose === 'register' ? 'known' : purpose]
  const link = await loginLink(shop, purpose, target, {
    browser: request.browser ?? '',
    sessionId: request.session_id ?? '',
  })
  const account = purpose === 'email' ? ((await customerById(shop.db, request.customer_id))?.email ?? '') : ''
  const blocks = [
    text(t(texts.text, { account, brand: shop.settings.locale(language).brand })),
    action(t(texts.go), link),
    text(t('mail:login_link.once', { count: linkMinutes })),
  ]
  await sendMail(shop, {
    to: request.email,
    messageId: `login-link-${effectId}`,
    email: { language, subject: t(texts.subject), blocks },
  })
}

type Changed = { email: string; language: string }

/** Notifies a customer of a changed password, so that a change by someone else is noticed. */
export async function sendPasswordChanged(
  shop: Shop,
  { email, language: asked }: Changed,
  effectId: string,
): Promise<void> {
  const language = isLanguage(asked) ? asked : 'en'
  const t = translator(language)
  await sendMail(shop, {
    to: email,
    messageId: `login-changed-${effectId}`,
    email: { language, subject: t('mail:password_changed.subject'), blocks: [text(t('mail:password_changed.text'))] },
  })
}

type Asked = Exclude<LinkPurpose, 'email_stop'>

function purposeFor(asked: Asked, existing: CustomerRow | undefined): Asked | undefined {
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
  return {
    customerId: request.customer_id || null,
    email: request.email,
    name: request.name,
    language,
    country: request.country,
    currencyId,
  }
}
