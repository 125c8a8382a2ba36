import { maySendEvents } from '../../domain/visitors/consent.ts'
import { onConsent, reapplyConsent } from './consent-state.ts'

/** Applies the stored consent now, and again when this tab is shown: another tab or page may have changed it. */
export function followConsent(): void {
  const tagScript = document.querySelector<HTMLElement>('[data-tag-script]')?.dataset['tagScript']
  if (tagScript) onConsent((consent) => maySendEvents(consent) && loadTags(tagScript))
  reapplyConsent()
  addEventListener('pageshow', reapplyConsent)
  document.addEventListener('visibilitychange', reapplyConsent)
}

/** The script of the owner's tag manager, once; it reads the data layer and obeys the consent signals in it. */
function loadTags(address: string): void {
  if (document.querySelector('script[data-tags]')) return
  const script = document.createElement('script')
  script.src = address
  script.async = true
  script.dataset['tags'] = ''
  document.head.append(script)
}
