import { consentFlags, onlyNecessary, type Consent } from './consent.ts'

/** What the settings let a visitor choose; what is necessary is no choice. */
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

/** The toggles as a consent sets them; all are off before anything is chosen. */
export function choiceOf(consent: Consent = onlyNecessary): ConsentChoice {
  const isOn = (toggle: ConsentToggle): boolean => (consent & flagsOf[toggle]) === flagsOf[toggle]
  return { analytics: isOn('analytics'), ads: isOn('ads'), personalization: isOn('personalization') }
}
