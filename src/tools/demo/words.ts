import { languages, type Language } from '../../domain/locales.ts'
import type { Draws } from './random.ts'

/** One text in every language of the shop. */
export type Words = Readonly<Record<Language, string>>

/** What a gap in a text is filled with; numbers get the language's decimal sign. */
export type Values = Readonly<Record<string, string | number | Words>>

/** Sentences in order; of each slot's alternatives one is told. */
export type Story = readonly (readonly Words[])[]

export function words(en: string, sv: string = en): Words {
  return { en, sv }
}

/** Fills the `{gaps}` of a text; a gap without a value is a mistake in the demo shop. */
export function fill(text: Words, values: Values): Words {
  const filled = inEvery((language) =>
    text[language].replace(/\{(\w+)\}/g, (_, gap: string) => {
      const value = values[gap]
      if (value === undefined) throw new Error(`No value for {${gap}} in "${text[language]}".`)
      return typeof value === 'object' ? value[language] : inLanguage(value, language)
    }),
  )
  return { ...filled, en: asEnglish(filled.en) }
}

/** "an 8-pin plug" and "40%", whatever was filled in. */
function asEnglish(text: string): string {
  return text.replaceAll(/\b([Aa]) (?=(?:8|11|18)\D|8\d)/g, '$1n ').replaceAll(/(?<=\d) %/g, '%')
}

/** Picks one alternative of each slot and joins them to a paragraph. */
export function tell(story: Story, values: Values, draws: Draws): Words {
  const told = story.map((alternatives) => fill(draws.pick(alternatives), values))
  return inEvery((language) =>
    told
      .map((sentence) => sentence[language])
      .filter(Boolean)
      .join(' '),
  )
}

export function inEvery(make: (language: Language) => string): Words {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, string>
}

/** The words with their first letter made upper case. */
export function capital(text: Words): Words {
  return inEvery((language) => text[language].charAt(0).toUpperCase() + text[language].slice(1))
}

function inLanguage(value: string | number, language: Language): string {
  return typeof value === 'number' && language === 'sv' ? String(value).replace('.', ',') : String(value)
}
