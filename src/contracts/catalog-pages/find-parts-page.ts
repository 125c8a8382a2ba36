import { z } from 'zod/mini'
import type { Alternates, Crumb } from './product-lists.ts'

/** Invalid values are ignored. NUL is excluded because PostgreSQL rejects it in text. */
const text = z.catch(z.optional(z.string().check(z.maxLength(400), z.regex(/^[^\0]*$/))), undefined)

/**
 * The query of the parts finder's forms. `device` is a slug and `number` a typed type or serial number; `from`, `to`
 * and `length` describe a cable. `category` (an id) or `q` is the list that the shopper came from and returns to.
 */
export const findPartsQuery = z.object({
  brand: text,
  series: text,
  device: text,
  number: text,
  from: text,
  to: text,
  length: text,
  category: text,
  q: text,
})
export type FindPartsQuery = z.infer<typeof findPartsQuery>

/**
 * An option of the finder's next step, or the parts of a device at the last step; `note` lists a model's type numbers.
 */
export type FinderChoice = { name: string; path: string; note: string }

/** The initial state of a finder form: all makers, and the hidden fields it sends along. */
export type FinderForm = { brands: string[]; hiddenFields: { category?: string | undefined; q?: string | undefined } }

/** The parts finder page: brand, series, model, or the results for a typed number. */
export type FindPartsPage = {
  alternates: Alternates
  crumbs: Crumb[]
  form: FinderForm
  step: 'brand' | 'series' | 'model' | 'number'
  /** The list that the parts will be shown in; null for all parts of the device. */
  place: string | null
  brand: string
  series: string
  number: string
  choices: FinderChoice[]
}
