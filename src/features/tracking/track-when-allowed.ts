import { maySendEvents } from '../../domain/visitors/consent.ts'
import { onConsent } from '../consent/consent-state.ts'

/** Fetches the code that reads the page's events once it is allowed to tell them, and not before. */
export function trackWhenAllowed(): void {
  onConsent((consent) => {
    if (maySendEvents(consent)) void import('./track-page.ts').then(({ trackPage }) => trackPage())
  })
}
