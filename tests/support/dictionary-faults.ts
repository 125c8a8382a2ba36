/** One language: namespace to nested texts, as in the JSON files. */
export type Dictionary = Record<string, unknown>

const pluralForm = /_(zero|one|two|few|many|other)$/

/** Nested keys joined by dots with their namespace: `cart:lines.remove` to its text. */
export function flatten(dictionary: Dictionary): Map<string, string> {
  const texts = new Map<string, string>()
  const walk = (key: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) texts.set(key, String(value))
    else
      for (const [name, inner] of Object.entries(value)) walk(key.endsWith(':') ? key + name : `${key}.${name}`, inner)
  }
  for (const [namespace, content] of Object.entries(dictionary)) walk(`${namespace}:`, content)
  return texts
}

/** Keys missing in one of the languages. */
export function missingKeys(from: Map<string, string>, to: Map<string, string>): string[] {
  return [...from.keys()].filter((key) => !to.has(key))
}

/** The names between double braces, sorted. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name = '']) => name))].toSorted()
}

/** Keys whose texts have different placeholders in the two languages; a plural form may omit its count. */
export function differentVariables(english: Map<string, string>, swedish: Map<string, string>): string[] {
  return [...english]
    .filter(([key, text]) => wanted(key, text) !== wanted(key, swedish.get(key) ?? text))
    .map(([key]) => key)
}

function wanted(key: string, text: string): string {
  return variablesOf(text)
    .filter((name) => name !== 'count' || !pluralForm.test(key))
    .join()
}

/** Keys with the same text in both languages, usually a forgotten translation. */
export function identicalTexts(
  english: Map<string, string>,
  swedish: Map<string, string>,
  allowed: Set<string>,
): string[] {
  return [...english]
    .filter(([key, text]) => /\p{L}{2}/u.test(withoutVariables(text)) && swedish.get(key) === text && !allowed.has(key))
    .map(([key]) => key)
}

const withoutVariables = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}/g, '')

/** Keys that no text of the source contains, in full or without namespace, and no declared prefix covers. */
export function unusedKeys(keys: Iterable<string>, sourceTexts: Set<string>, builtBeginnings: string[]): string[] {
  return [...keys].filter((key) => {
    const plain = key.replace(pluralForm, '')
    const short = plain.slice(plain.indexOf(':') + 1)
    if (sourceTexts.has(plain) || sourceTexts.has(short)) return false
    return !builtBeginnings.some((beginning) => short.startsWith(beginning) || plain.startsWith(beginning))
  })
}
