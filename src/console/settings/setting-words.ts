import type { TextKey, Translate } from '../../i18n/translator.ts'
import english from '../../i18n/en/console-settings.json' with { type: 'json' }

/** What a value of a choice is called. */
export function choiceWord(t: Translate, value: string): string {
  return Object.hasOwn(english.choice, value)
    ? t(`console-settings:choice.${value}` as TextKey)
    : settingWords(t)([value])
}

/** Returns what names of settings are called, outermost first; ids and numbers stay as they are. */
export function settingWords(t: Translate): (path: readonly string[]) => string {
  return (path) =>
    path
      .map((name, at) => {
        const word = Object.hasOwn(english.word, name) ? t(`console-settings:word.${name}` as TextKey) : name
        return at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word
      })
      .join(' – ')
}
