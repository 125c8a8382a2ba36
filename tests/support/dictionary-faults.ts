/** One language: namespace -> its nested texts, as the JSON files hold them. */
export type Dictionary = Record<string, unknown>

const pluralForm = /_(zero|one|two|few|many|other)$/

/** Nested keys joined by a dot and led by their namespace: `cart:lines.remove` -> text. */
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

/** Keys that one language has and the other lacks. */
export function missingKeys(from: Map<string, string>, to: Map<string, string>): string[] {
  return [...from.keys()].filter((key) => !to.has(key))
}

/** The names between double braces, sorted: what the code must hand over. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name = '']) => name))].toSorted()
}

/** Keys whose texts have braces other than `{{name}}` and `{{name, number}}`, which nothing fills in. */
export function oddPlaceholders(texts: Map<string, string>): string[] {
  return [...texts]
    .filter(([, text]) => /[{}]/.test(text.replaceAll(/\{\{\w+(?:, number)?\}\}/g, '')))
    .map(([key]) => key)
}

const call = /\bt\(\s*'([\w:.]+)'\s*(?:,\s*(\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^)]*))?/g

/** Values that a text names and a call in the source does not hand over, where key and values stand in the call. */
export function missingValues(source: string, texts: Map<string, string>): string[] {
  return [...source.matchAll(call)].flatMap(([, key = '', values = '']) => {
    if (values !== '' && (!values.startsWith('{') || values.includes('...'))) return []
    return variablesOf(textOf(key, texts))
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(values))
      .map((name) => `${key}: ${name}`)
  })
}

/** Keys without a namespace are those of the pages, the islands or the Excel order. */
function textOf(key: string, texts: Map<string, string>): string {
  const wholeKeys = key.includes(':') ? [key] : ['shop', 'islands', 'excel'].map((namespace) => `${namespace}:${key}`)
  const found = wholeKeys.map((whole) => texts.get(whole) ?? texts.get(`${whole}_other`))
  return found.find((text) => text !== undefined) ?? ''
}

/** Keys whose texts want different variables in the two languages; a plural form may leave its count out. */
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

/** Whole texts that Swedish and English share, whatever they are said of. */
const sharedTexts = new Set(['Status'])

/** Keys that are the same in both languages, which is most often a forgotten translation. */
export function identicalTexts(
  english: Map<string, string>,
  swedish: Map<string, string>,
  allowed: Set<string>,
): string[] {
  return [...english]
    .filter(([key, text]) => /\p{L}{2}/u.test(withoutVariables(text)) && swedish.get(key) === text)
    .filter(([key, text]) => !allowed.has(key) && !sharedTexts.has(text))
    .map(([key]) => key)
}

const withoutVariables = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}/g, '')

/** Keys that no text of the source names, in full or without namespace, and no declared beginning covers. */
export function unusedKeys(keys: Iterable<string>, sourceTexts: Set<string>, builtBeginnings: string[]): string[] {
  return [...keys].filter((key) => {
    const plain = key.replace(pluralForm, '')
    const short = plain.slice(plain.indexOf(':') + 1)
    if (sourceTexts.has(plain) || sourceTexts.has(short)) return false
    return !builtBeginnings.some((beginning) => short.startsWith(beginning) || plain.startsWith(beginning))
  })
}
