import type { Trial } from '../../../contracts/console/search.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { isLanguage } from '../../../domain/places/locales.ts'
import { trySearch, type Proposed } from '../../catalog/search-words/try-search.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

/** Tries a search as it is now, and with a change; null for a text too short to search. */
export async function trialOf(
  { shop }: ConsoleContext,
  search: { query: string; language: Language },
  proposed?: Proposed,
): Promise<Trial | null> {
  if (search.query.trim().length < 2) return null
  const now = await trySearch(shop, search)
  return { ...search, now, changed: proposed ? await trySearch(shop, search, proposed) : null }
}

/** The language that an address or a form names, else the person's own. */
export function parseLanguage({ session }: ConsoleContext, text: string | null | undefined): Language {
  return text && isLanguage(text) ? text : session.staff.language
}

/** A search without hits as forms name it: `sv:query`. */
export function parseMiss(text: string): { language: Language; query: string } | undefined {
  const [, language = '', query = ''] = /^(sv|en):(.{1,110})$/s.exec(text) ?? []
  return isLanguage(language) && query !== '' ? { language, query } : undefined
}

/** What forms call a search without hits. */
export const missId = ({ language, query }: { language: Language; query: string }): string => `${language}:${query}`
