import { z } from 'zod/mini'
import type { Language } from '../../domain/places/locales.ts'
import { formChoice, formText, formTexts } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import type { AuditLine } from './staff.ts'

const query = formText(200)

/** `miss` is the search without hits that the change is about, as `sv:query`; it is dealt with when this is saved. */
const trying = { query, language: formChoice(['sv', 'en']), miss: formText(120) }
export const synonymForm = z.object({ version: formText(20), phrase: formText(130), words: formText(1_200), ...trying })
export const triggerForm = z.object({
  version: formText(20),
  trigger_sv: formText(250),
  hint_sv: formText(500),
  url_sv: formText(500),
  url_title_sv: formText(250),
  trigger_en: formText(250),
  hint_en: formText(500),
  url_en: formText(500),
  url_title_en: formText(250),
  ...trying,
})
export const missesForm = z.object({ 'row[]': formTexts })
/** What all the chosen searches also mean. */
export const missMeaningsForm = z.object({ 'row[]': formTexts, words: formText(1_200) })

export const triggerTexts = ['trigger', 'hint', 'url', 'url_title'] as const
export type TriggerFields = Readonly<Record<`${(typeof triggerTexts)[number]}_${Language}`, string>>

/** What a search finds, and how it was read. */
export type TriedSearch = {
  /** Its parts, each with the words that one of which may match instead. */
  parts: readonly { text: string; also: readonly string[] }[]
  devices: readonly string[]
  /** Parts that were left out because nothing has them. */
  dropped: readonly string[]
  corrections: readonly { typed: string; suggestions: readonly string[] }[]
  total: number
  /** The first hits, best first. */
  hits: readonly { id: string; sku: string; name: string }[]
  hints: readonly { hint: string; url: string; urlTitle: string }[]
}

/** A search that was tried: as it is now, and with a change that is not saved yet. */
export type Trial = { query: string; language: Language; now: TriedSearch; changed: TriedSearch | null }

/** The words of the search, and the box in which one is tried. */
export type SearchWordsPage = {
  trial: Trial | null
  query: string
  language: Language
  synonyms: readonly { phrase: string; words: readonly string[] }[]
  triggers: readonly { id: string; texts: readonly { language: Language; trigger: string; hint: string }[] }[]
  /** The text that both lists are narrowed by. */
  find: string
  synonymCount: number
  triggerCount: number
  /** Searches without hits that nobody has dealt with. */
  missCount: number
  mayChange: boolean
}

type WordPage = {
  version: string
  trial: Trial | null
  /** What is tried, and in which language. */
  query: string
  language: Language
  miss: string
  /** What was typed and tried, but not saved. */
  typed: Readonly<Record<string, string>> | null
  audit: readonly AuditLine[]
  mayChange: boolean
  isNew: boolean
}

/** What one phrase also means. */
export type SynonymPage = WordPage & { phrase: string; words: string }

/** What a search with some words shows above its hits. */
export type TriggerPage = WordPage & { id: string; fields: TriggerFields }

export type MissesPage = ListPage & { mayChange: boolean }
