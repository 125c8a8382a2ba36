import { writeCookie } from '../../browser/cookies.ts'

const LOCALE_DAYS = 365

/** Remembers the language that was chosen by its link. */
export function watchLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-language]')) {
    link.addEventListener('click', () => writeCookie('locale', link.dataset['language'] ?? '', LOCALE_DAYS))
  }
}
