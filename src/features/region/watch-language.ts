import { writeCookie } from '../../browser/cookies.ts'
import { choiceDays } from '../../domain/places/choice-cookies.ts'

/** Remembers the language that was chosen by its link. */
export function watchLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-language]')) {
    link.addEventListener('click', () => writeCookie('locale', link.dataset['language'] ?? '', choiceDays.locale))
  }
}
