import { consentFlags, onlyNecessary, type Consent } from './consent.ts'

/** The toggles of the consent settings; necessary cookies cannot be switched off. */
export const consentToggles = ['analytics', 'ads', 'personalization'] as const
export type ConsentToggle = (typeof consentToggles)[number]
export type ConsentChoice = Record<ConsentToggle, boolean>

/** Personalization also grants ad user data (spec section 4, "Cookie consent"). */
const flagsOf: Record<ConsentToggle, Consent> = {
  analytics: consentFlags.analyticsStorage,
  ads: consentFlags.adStorage,
  personalization: consentFlags.adPersonalization | consentFlags.adUserData,
}

export function consentOf(choice: ConsentChoice): Consent {
  return consentToggles.reduce((mask, toggle) => (choice[toggle] ? mask | flagsOf[toggle] : mask), onlyNecessary)
}

/** The state of the toggles for a stored consent; all are off before the visitor has chosen. */
export function choiceOf(consent: Consent = onlyNecessary): ConsentChoice {
  const isOn = (toggle: ConsentToggle): boolean => (consent & flagsOf[toggle]) === flagsOf[toggle]
  return { analytics: isOn('analytics'), ads: isOn('ads'), personalization: isOn('personalization') }
}
