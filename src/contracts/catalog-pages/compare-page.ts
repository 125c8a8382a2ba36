import { z } from 'zod/mini'
import type { Alternates, ProductCard } from './product-lists.ts'

/** How many parts are shown side by side. */
export const maxCompared = 4

const text = z.catch(z.optional(z.string().check(z.maxLength(200), z.regex(/^[^\0]*$/))), undefined)

/** The query of the comparison: part numbers joined by commas, and one to add; invalid values are ignored. */
export const compareQuery = z.object({ items: text, add: text })
export type CompareQuery = z.infer<typeof compareQuery>

/** The values of one attribute, one for each part; null where a part has none. */
export type ComparedRow = { name: string; values: (string | null)[] }

/** `unknown` is a number that was to be added and that no part has. */
export type ComparePage = {
  products: { card: ProductCard; removePath: string }[]
  different: ComparedRow[]
  same: ComparedRow[]
  items: string
  unknown: string | null
  path: string
  alternates: Alternates
}
