import { readCookie, writeCookie } from '../../browser/cookies.ts'
import {
  consentCookie,
  consentDays,
  consentSignals,
  formatConsent,
  isWithdrawal,
  parseConsent,
  type Consent,
} from '../../domain/visitors/consent.ts'

type Listener = (consent: Consent) => void

let applied: Consent | undefined
const listeners = new Set<Listener>()

/** The consent that this page applies; undefined until the visitor has answered. */
export function consentNow(): Consent | undefined {
  if (applied === undefined) reapplyConsent()
  return applied
}

/** Tells of every consent that comes to count, of one that already does at once; the result stops it. */
export function onConsent(listener: Listener): () => void {
  listeners.add(listener)
  if (applied !== undefined) listener(applied)
  return () => {
    listeners.delete(listener)
  }
}

/** The visitor's choice: it is kept and counts at once (spec section 4, "Cookie consent"). */
export function chooseConsent(consent: Consent): void {
  writeCookie(consentCookie, formatConsent(consent), consentDays(consent))
  apply(consent)
}

/** Lets the stored consent count, without a word. */
export function reapplyConsent(): void {
  const stored = parseConsent(readCookie(consentCookie))
  if (stored !== undefined) apply(stored)
}

function apply(consent: Consent): void {
  document.documentElement.removeAttribute('data-asks-consent')
  if (consent === applied) return
  const before = applied ?? consent
  applied = consent
  window.gtag?.('consent', 'update', consentSignals(consent))
  for (const listener of listeners) listener(consent)
  if (isWithdrawal(before, consent)) void import('./forget-optional.ts').then(({ forgetOptional }) => forgetOptional())
}
