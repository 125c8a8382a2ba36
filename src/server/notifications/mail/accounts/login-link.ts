import { currencyById } from '../../../../domain/money/currencies.ts'
import { isLanguage, type Language } from '../../../../domain/places/locales.ts'
import { customerByEmail, customerById, type CustomerRow } from '../../../identity/customer-queries.ts'
import { linkMinutes, loginLink, type LinkTarget } from '../../../identity/login/links.ts'
import type { LinkRequest } from '../../../identity/login/request-login-link.ts'
import type { Shop } from '../../../ordering/shop.ts'
import type { LinkPurpose } from '../../../platform/db/tables/account-tables.ts'
import { sendMail } from '../send-mail.ts'
import { action, text, type MailContent } from '../template/email-template.ts'
import { mailTexts, type MailTexts } from '../texts/mail-texts.ts'

const textsOfPurpose = {
  register: {
    subject: 'mail:login_link.subject_register',
    text: 'mail:login_link.register',
    go: 'mail:login_link.go_register',
  },
  known: { subject: 'mail:login_link.subject_known', text: 'mail:login_link.known', go: 'mail:login_link.go_reset' },
  reset: { subject: 'mail:login_link.subject_reset', text: 'mail:login_link.reset', go: 'mail:login_link.go_reset' },
  email: { subject: 'mail:login_link.subject_email', text: 'mail:login_link.email', go: 'mail:login_link.go_email' },
} as const

/** `account` is the present address of an account that gets another one. */
export function loginLinkMail(
  { t, head }: MailTexts,
  purpose: keyof typeof textsOfPurpose,
  { link, account }: { link: string; account: string },
): MailContent {
  const { subject, text: words, go } = textsOfPurpose[purpose]
  return {
    ...head(subject),
    blocks: [text(t(words, { account })), action(t(go), link), text(t('mail:login_link.once', { count: linkMinutes }))],
  }
}

export function passwordChangedMail({ t, head }: MailTexts): MailContent {
  return { ...head('mail:password_changed.subject'), blocks: [text(t('mail:password_changed.text'))] }
}

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
  const link = await loginLink(shop, purpose, target, {
    browser: request.browser ?? '',
    sessionId: request.session_id ?? '',
  })
  const account = purpose === 'email' ? ((await customerById(shop.db, request.customer_id))?.email ?? '') : ''
  const said = purpose === 'reset' && request.purpose === 'register' ? 'known' : purpose
  await sendMail(shop, {
    to: request.email,
    messageId: `login-link-${effectId}`,
    email: { language, ...loginLinkMail(await mailTexts(shop, language), said, { link, account }) },
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
  await sendMail(shop, {
    to: email,
    messageId: `login-changed-${effectId}`,
    email: { language, ...passwordChangedMail(await mailTexts(shop, language)) },
  })
}

type RequestedPurpose = Exclude<LinkPurpose, 'email_stop'>

function purposeFor(asked: RequestedPurpose, existing: CustomerRow | undefined): RequestedPurpose | undefined {
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
