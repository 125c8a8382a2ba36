import { storageKey, writeText } from '../browser/storage.ts'

/** Hides the strip of deal and message until it says something else; the head hides it before the first paint. */
export function watchStrip(): void {
  const { dataset } = document.documentElement
  document.querySelector('[data-hide-strip]')?.addEventListener('click', () => {
    writeText(storageKey('strip'), dataset['strip'] ?? null)
    dataset['stripOff'] = ''
  })
}
