import { z } from 'zod/mini'
import type { Language } from '../../domain/places/locales.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { ListPage } from './lists.ts'

export const contentKindNames = ['page', 'widget', 'guide'] as const
type ContentKindName = (typeof contentKindNames)[number]

/** What shoppers see of an item in a language, and what waits. */
export const contentStates = ['published', 'changed', 'draft', 'scheduled', 'hidden', 'missing'] as const
export type ContentState = (typeof contentStates)[number]

/** Pages and guides that can be made; a widget has a place of its own. */
const newKinds = ['page', 'guide'] as const
export const newItemForm = z.object({ kind: formChoice(newKinds), language: formText(2), title: formText(120) })

export type ContentListPage = ListPage & { readonly mayChange: boolean }

/** What was typed of an item: `set:<language>.<field>`, and what the form had shown: `was:set:<language>.<field>`. */
export const itemForm = z.object({
  'set:': formTextsByKey,
  'was:': formTextsByKey,
  languages: formText(10),
  day: formText(10),
  time: formText(5),
  view: formText(40),
})
export type ItemInput = z.output<typeof itemForm>

export const takeBackForm = z.object({ number: formText(15) })
export const deleteItemForm = z.object({ target: formText(500), sure: formText(5) })

/** A field of an item in one language. */
export type ContentField = {
  readonly name: string
  readonly stored: string
  readonly kind: 'line' | 'lines' | 'text' | 'html' | 'step' | 'difficulty' | 'hidden' | 'number'
}

/** One step of a guide, or all fields of an item that has none. */
export type ContentSection = { readonly step: number | null; readonly fields: readonly ContentField[] }

/** An item in one language. */
export type ContentSide = {
  readonly language: Language
  readonly state: ContentState
  /** UTC ISO text of the moment at which its draft is published. */
  readonly publishAt: string | null
  /** The address at which shoppers see it; null where they do not. */
  readonly path: string | null
  /** What is still to be filled in, as the text marks it: `[… The opening hours]`. */
  readonly openPoints: readonly string[]
  readonly sections: readonly ContentSection[]
}

type ContentVersion = {
  readonly number: number
  readonly language: Language
  readonly at: string
  /** '' for what the shop did by itself. */
  readonly author: string
  /** The shop published it because somebody had scheduled it. */
  readonly isByPlan: boolean
  readonly event: 'draft' | 'published' | 'scheduled' | 'unpublished' | 'address' | 'deleted'
  /** The pictures that it shows and that the shop no longer has: what they showed in words, else their ids. */
  readonly missing: readonly string[]
}

/** A line of a text that two versions have in common, or only one has. */
type ComparedLine = { readonly text: string; readonly is: 'same' | 'added' | 'removed' }
export type ContentComparison = {
  readonly number: number
  readonly language: Language
  readonly fields: readonly { readonly name: string; readonly lines: readonly ComparedLine[] }[]
}

/** What the preview shows: a language, prices with or without VAT, and the width of a phone or a desk. */
export type ContentView = {
  readonly language: Language
  readonly vat: 'inc' | 'ex'
  readonly width: 'phone' | 'desk'
}
type ContentPreview = ContentView & {
  /** The addresses of the preview by language and VAT, such as `sv.inc`. */
  readonly links: Readonly<Record<string, string>>
}

/** A link to an item in another item. */
type LinkSource = { readonly kind: ContentKindName; readonly id: string; readonly language: Language }

/** Links of published texts that lead to nothing in the shop. */
export type ContentLinksPage = {
  readonly links: readonly (LinkSource & { readonly text: string; readonly path: string })[]
}

export type ContentItemPage = {
  readonly kind: ContentKindName
  readonly id: string
  readonly title: string
  readonly sides: readonly ContentSide[]
  readonly versions: readonly ContentVersion[]
  readonly comparison: ContentComparison | null
  readonly preview: ContentPreview | null
  /** Who else has had the item open lately. */
  readonly readers: readonly { readonly name: string; readonly at: string }[]
  readonly linkedFrom: readonly LinkSource[]
  readonly mayChange: boolean
  /** Today by the shop's clock, from which on a draft can be scheduled. */
  readonly today: string
}
