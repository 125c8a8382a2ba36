/** What a visitor has allowed: a bit mask of these flags (spec section 3, "Consent value"). */
export type Consent = number

export const consentFlags = {
  necessary: 1,
  adStorage: 2,
  analyticsStorage: 4,
  adPersonalization: 8,
  adUserData: 16,
} as const
export type ConsentFlag = keyof typeof consentFlags

/**
 * The cookie that holds it; necessary, since without it the question would come back on every page (spec section 9).
 */
export const consentCookie = '__consent'

export const onlyNecessary: Consent = consentFlags.necessary
export const allConsent: Consent = Object.values(consentFlags).reduce((mask, flag) => mask | flag, 0)

/** The cookie's value as a decimal number: odd, since what is necessary is always granted, and 31 at most. */
export const consentPattern = '(?:[12]?[13579]|31)'
const wholeConsent = new RegExp(`^${consentPattern}$`)

/** Undefined for anything that this shop never wrote, so that the visitor is asked again. */
export function parseConsent(text: string | undefined): Consent | undefined {
  return text !== undefined && wholeConsent.test(text) ? Number(text) : undefined
}

export function formatConsent(consent: Consent): string {
  return String(consent)
}

export function grants(consent: Consent, flag: ConsentFlag): boolean {
  return (consent & consentFlags[flag]) !== 0
}

/** Days that the cookie lives: 30 when anything optional is granted, else 1 (spec section 9). */
export function consentDays(consent: Consent): number {
  return consent > onlyNecessary ? 30 : 1
}

/** Events may be measured and tags loaded once statistics or advertising is allowed. */
export function maySendEvents(consent: Consent): boolean {
  return grants(consent, 'analyticsStorage') || grants(consent, 'adStorage')
}

/** Whether something that was allowed before no longer is. */
export function isWithdrawal(before: Consent, after: Consent): boolean {
  return (before & ~after) !== 0
}

export type ConsentSignals = Record<
  | 'ad_storage'
  | 'analytics_storage'
  | 'ad_personalization'
  | 'ad_user_data'
  | 'functionality_storage'
  | 'security_storage',
  'granted' | 'denied'
>

/** A consent in the words of Google Consent Mode v2; what is necessary is always granted. */
export function consentSignals(consent: Consent): ConsentSignals {
  const signal = (flag: ConsentFlag) => (grants(consent, flag) ? 'granted' : 'denied')
  return {
    ad_storage: signal('adStorage'),
    analytics_storage: signal('analyticsStorage'),
    ad_personalization: signal('adPersonalization'),
    ad_user_data: signal('adUserData'),
    functionality_storage: 'granted',
    security_storage: 'granted',
  }
}
