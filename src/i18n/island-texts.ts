import type { Language } from '../domain/locales.ts'
import en from './en/islands.json' with { type: 'json' }
import sv from './sv/islands.json' with { type: 'json' }

export type KeysOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${KeysOf<Node[Key]>}`
}[keyof Node & string]
export type IslandTextKey = KeysOf<typeof en>
export type IslandTranslate = (key: IslandTextKey, values?: Record<string, string | number>) => string

/** The server has all languages; a browser loads that of its page. */
const dictionaries: Partial<Record<Language, unknown>> = import.meta.env.SSR ? { en, sv } : {}
const imports = { en: () => import('./en/islands.json'), sv: () => import('./sv/islands.json') }

/**
 * The texts of islands, so that browsers load neither the whole dictionary nor i18next. Islands are hydrated after
 * these are loaded; other browser code awaits `loadIslandTexts`.
 */
export function islandTexts(language: Language): IslandTranslate {
  return textsIn(dictionaries[language])
}

export async function loadIslandTexts(language: Language): Promise<IslandTranslate> {
  dictionaries[language] ??= (await imports[language]()).default
  return islandTexts(language)
}

/** The texts of one dictionary, for code that browsers load. */
export function textsIn<Key extends string>(
  dictionary: unknown,
): (key: Key, values?: Record<string, string | number>) => string {
  return (key, values = {}) =>
    lookUp(dictionary, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

function lookUp(dictionary: unknown, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined),
      dictionary,
    )
  return typeof found === 'string' ? found : key
}
