import { fallbackLanguage, isLanguage, type Language } from '../domain/places/locales.ts'

/** The language of this page, from its `<html lang>`. */
export function pageLanguage(): Language {
  const tag = document.documentElement.lang.slice(0, 2)
  return isLanguage(tag) ? tag : fallbackLanguage
}
