import type { Language } from '../domain/places/locales.ts'
import en from './en/islands.json' with { type: 'json' }
import sv from './sv/islands.json' with { type: 'json' }
import { textIn, translateIn, type KeysOf, type TranslateKey } from './translate.ts'

export type IslandTextKey = KeysOf<typeof en>
export type IslandTranslate = TranslateKey<IslandTextKey>

/** The server has all languages; a browser loads that of its page. */
const dictionaries: Partial<Record<Language, unknown>> = import.meta.env.SSR ? { en, sv } : {}
const imports = { en: () => import('./en/islands.json'), sv: () => import('./sv/islands.json') }
const translators: Partial<Record<Language, IslandTranslate>> = {}

/**
 * Texts of the islands alone, so that no browser loads the whole dictionary. Islands are hydrated once these are
 * loaded; all else in a browser asks `loadIslandTexts` for them.
 */
export function islandTexts(language: Language): IslandTranslate {
  return (translators[language] ??= translateIn(language, (key) => textIn(dictionaries[language], key)))
}

export async function loadIslandTexts(language: Language): Promise<IslandTranslate> {
  dictionaries[language] ??= (await imports[language]()).default
  return islandTexts(language)
}
