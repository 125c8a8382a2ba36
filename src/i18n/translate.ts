import type { Language } from '../domain/places/locales.ts'
import { formatNumber } from './formats.ts'

/** Set by Vite's development server and by the tests, but not in a build or where Node runs the sources. */
const { env } = import.meta

const placeholder = /\{\{(\w+)(, number)?\}\}/g

type PluralKey<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

/** The keys of a dictionary with a dot between levels. The forms of a plural share the key before `_one`. */
export type KeysOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? PluralKey<Key> : `${Key}.${KeysOf<Node[Key]>}`
}[keyof Node & string]
export type TranslateKey<Key extends string> = (key: Key, values?: Values) => string
type Values = Record<string, string | number>

/**
 * The `t` of one language: replaces `{{name}}` by a value and `{{name, number}}` by a value with grouped digits.
 * A key whose text has plural forms takes the one for the value `count`. Nothing is escaped: Astro and React do that.
 * A missing text or value is an error in development and tests; in production the key or nothing is written.
 *
 * @param textOf The text of a full key, such as `count_one`.
 */
export function translateIn<Key extends string>(
  language: Language,
  textOf: (key: string) => string | undefined,
): TranslateKey<Key> {
  let plurals: Intl.PluralRules
  return (key, values = {}) => {
    const text =
      textOf(key) ??
      textOf(`${key}_${(plurals ??= new Intl.PluralRules(language)).select(Number(values.count))}`) ??
      missing(key, key)
    if (!text.includes('{{')) return text
    return text.replace(placeholder, (_, name: string, isNumber?: string) => {
      const value = values[name] ?? missing(`${key} {{${name}}}`, '')
      return isNumber ? formatNumber(Number(value), language) : String(value)
    })
  }
}

/** The text of a key with dots in a dictionary. */
export function textIn(dictionary: unknown, key: string): string | undefined {
  let node = dictionary
  for (const part of key.split('.')) node = Object(node)[part]
  return typeof node === 'string' ? node : undefined
}

function missing(what: string, instead: string): string {
  if (env?.DEV) throw new Error(`No text for ${what}.`)
  return instead
}
