import type { TextKey, Translate } from '../../i18n/translator.ts'

/** The text of a name that is stored in the database; a name without a text is shown as it is. */
export function namedText(keys: Readonly<Record<string, TextKey>>, name: string, t: Translate): string {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  return key ? t(key) : name
}
