import { inEachLanguage, type Language } from '../../domain/places/locales.ts'
import type { Draws } from './random.ts'

/** A text in every language of the shop. */
export type Words = Readonly<Record<Language, string>>

/** Values for the placeholders of a text; numbers are formatted with the language's decimal separator. */
export type Values = Readonly<Record<string, string | number | Words>>

/** Sentences in order; one alternative of each slot is chosen. */
export type Story = readonly (readonly Words[])[]

export function words(en: string, sv: string = en): Words {
  return { en, sv }
}

/** Fills the `{placeholders}` of a text; throws when a value is missing. */
export function fill(text: Words, values: Values): Words {
  const filled = inEachLanguage((language) =>
    text[language].replace(/\{(\w+)\}/g, (_, gap: string) => {
      const value = values[gap]
      if (value === undefined) throw new Error(`No value for {${gap}} in "${text[language]}".`)
      return typeof value === 'object' ? value[language] : inLanguage(value, language)
    }),
  )
  return { ...filled, en: asEnglish(filled.en) }
}

/** Corrects English after filling: "an 8-pin plug", "40%". */
function asEnglish(text: string): string {
  return text.replaceAll(/\b([Aa]) (?=(?:8|11|18)\D|8\d)/g, '$1n ').replaceAll(/(?<=\d) %/g, '%')
}

/** Picks one alternative of each slot and joins them into a paragraph. */
export function tell(story: Story, values: Values, draws: Draws): Words {
  const told = story.map((alternatives) => fill(draws.pick(alternatives), values))
  return inEachLanguage((language) =>
    told
      .map((sentence) => sentence[language])
      .filter(Boolean)
      .join(' '),
  )
}

function inLanguage(value: string | number, language: Language): string {
  return typeof value === 'number' && language === 'sv' ? String(value).replace('.', ',') : String(value)
}
