import type { Language } from '../domain/locales.ts'
import en from './en/islands.json' with { type: 'json' }
import sv from './sv/islands.json' with { type: 'json' }

export type KeysOf<Node> = { [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${KeysOf<Node[Key]>}` }[keyof Node & string]
export type IslandTextKey = KeysOf<typeof en>
export type IslandTranslate = (key: IslandTextKey, values?: Record<string, string | number>) => string

/** Texts of the islands alone, so that no browser loads the whole dictionary or its engine. */
export function islandTexts(language: Language): IslandTranslate {
  return textsIn(language === 'sv' ? sv : en)
}

/** The texts of one dictionary, for code that browsers load. */
export function textsIn<Key extends string>(dictionary: unknown): (key: Key, values?: Record<string, string | number>) => string {
  return (key, values = {}) => lookUp(dictionary, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

function lookUp(dictionary: unknown, key: string): string {
  const found = key.split('.').reduce<unknown>((node, part) =>
    (typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined), dictionary)
  return typeof found === 'string' ? found : key
}
