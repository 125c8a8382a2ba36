import { z } from 'zod/mini'
import type { Thumb } from '../../domain/products/products.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

const name = formText(260)
const slug = formText(100)

/** What a category says in both languages, as it is typed. */
const words = {
  name_sv: name,
  name_en: name,
  slug_sv: slug,
  slug_en: slug,
  description_sv: formText(20_000),
  description_en: formText(20_000),
  page_title_sv: formText(120),
  page_title_en: formText(120),
  meta_description_sv: formText(320),
  meta_description_en: formText(320),
}
export const categoryTextsForm = z.object({ version: formText(20), ...words })
export const categoryMakeForm = z.object({
  name_sv: name,
  name_en: name,
  slug_sv: slug,
  slug_en: slug,
  parent: formText(700),
})
export const categoryCardsForm = z.object({
  version: formText(20),
  fact_1: formText(120),
  fact_2: formText(120),
  fact_3: formText(120),
  'fit:': formTextsByKey,
})
export const categoryLinksForm = z.object({
  version: formText(20),
  menu: formText(4),
  picture: formText(80),
  no_picture: formText(4),
  uri: formText(500),
})
export const categoryMoveForm = z.object({ version: formText(20), parent: formText(700), after: formText(130) })
export const categoryMergeForm = z.object({ version: formText(20), into: formText(700), sure: formText(4) })
export const categoryRemoveForm = z.object({ sure: formText(4) })
export const categoryOrderForm = z.object({ place: formText(140) })

/** A category dropped below another one ('' for the top) and after one there ('' for the first place). */
export const categoryDropForm = z.object({
  id: formText(130),
  parent: formText(130),
  after: formText(130),
  shape: formText(40),
})
export type CategoryDrop = z.output<typeof categoryDropForm>

export const categoryTexts = ['name', 'slug', 'description', 'page_title', 'meta_description'] as const

export type CategoryFields = Readonly<Record<keyof typeof words, string>>

/** A category in the tree. */
export type CategoryLine = {
  id: string
  name: string
  path: string
  /** 0 at the top. */
  depth: number
  products: number
  isInMenu: boolean
  isFirst: boolean
  isLast: boolean
}

/** The tree, or what a search finds in it. */
export type CategoriesPage = {
  lines: readonly CategoryLine[]
  search: string
  /** Changes when any category is moved, made or removed. */
  shape: string
  /** Whether there are more than are shown. */
  isCut: boolean
  /** The newest changes of the order of categories beside each other. */
  history: readonly AuditLine[]
  mayChange: boolean
}

/** Paths to choose from where a category is named. */
type Choices = { categories: readonly string[] }

/** The form that makes a category. */
export type NewCategoryPage = Choices & { parent: string }

type Attribute = { id: string; name: string }

/** One category: its texts, its place, what cards show. */
export type CategoryPage = Choices & {
  id: string
  name: string
  version: string
  /** Its English address, by which lists are filtered. */
  path: string
  fields: CategoryFields
  /** Its page in the shop by language. */
  addresses: readonly { language: string; path: string; address: string }[]
  line: readonly { id: string; name: string }[]
  children: readonly CategoryLine[]
  products: number
  /** Products that no list shows have it, too. */
  hasUnlisted: boolean
  parent: string
  siblings: readonly { id: string; name: string }[]
  /** The one before it; '' for the first. */
  after: string
  facts: readonly string[]
  fits: readonly string[]
  factChoices: readonly Attribute[]
  fitChoices: readonly Attribute[]
  /** The attributes by which its list is filtered. */
  facets: readonly Attribute[]
  isInMenu: boolean
  picture: Thumb | null
  uri: string
  /** What a merge will do, before it is done. */
  question: { into: string; products: number; below: number } | null
  audit: readonly AuditLine[]
  mayChange: boolean
}
