import { z } from 'zod/mini'
import type { Alternates, Crumb } from './product-lists.ts'

/** What cannot be understood is left out; PostgreSQL refuses a text with the sign 0. */
const text = z.catch(z.optional(z.string().check(z.maxLength(400), z.regex(/^[^\0]*$/))), undefined)

/**
 * What the forms of the parts finder send. `device` is a slug and `number` a typed type or serial number; `from`, `to`
 * and `length` are a cable's. `category` (an id) or `q` is the list that the shopper came from and goes back to.
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

/** A step further in the finder, or at its end the parts of a device; `note` is a model's type numbers. */
export type FinderChoice = { name: string; path: string; note: string }

/** What a form of the finder starts with: all makers, and what it sends along unseen. */
export type FinderForm = { brands: string[]; kept: { category?: string | undefined; q?: string | undefined } }

/** The parts finder as a page: maker, line, model, or what a typed number found. */
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
