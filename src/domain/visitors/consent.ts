/** What a visitor has consented to: a bit mask of these flags (spec section 3, "Consent value"). */
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
 * The cookie that stores the consent. It counts as necessary: without it every page would ask again (spec section 9).
 */
export const consentCookie = '__consent'

export const onlyNecessary: Consent = consentFlags.necessary
export const allConsent: Consent = Object.values(consentFlags).reduce((mask, flag) => mask | flag, 0)

/** Pattern of the cookie's decimal value: odd, because the necessary flag is always set, and at most 31. */
export const consentPattern = '(?:[12]?[13579]|31)'
const wholeConsent = new RegExp(`^${consentPattern}$`)

/** Parses the cookie; undefined for values that the shop never writes, so that the visitor is asked again. */
export function parseConsent(text: string | undefined): Consent | undefined {
  return text !== undefined && wholeConsent.test(text) ? Number(text) : undefined
}

export function formatConsent(consent: Consent): string {
  return String(consent)
}

/** Tells whether a consent includes a purpose. */
export function grants(consent: Consent, flag: ConsentFlag): boolean {
  return (consent & consentFlags[flag]) !== 0
}

/** Lifetime of the cookie in days: 30 when anything optional is granted, else 1 (spec section 9). */
export function consentDays(consent: Consent): number {
  return consent > onlyNecessary ? 30 : 1
}

/** Tells whether events may be sent and tags loaded: analytics or ad storage is granted. */
export function maySendEvents(consent: Consent): boolean {
  return grants(consent, 'analyticsStorage') || grants(consent, 'adStorage')
}

/** Tells whether a consent that was granted before has been withdrawn. */
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

/** Translates a consent into Google Consent Mode v2 signals; the necessary ones are always granted. */
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
