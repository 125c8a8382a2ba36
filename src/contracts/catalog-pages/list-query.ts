import { z } from 'zod/mini'
import { headSorts, listViews, sorts } from './product-lists.ts'

/** NUL is excluded because PostgreSQL rejects it in text; no valid value contains it. */
const noNul = z.regex(/^[^\0]*$/)
const text = z.catch(z.optional(z.string().check(z.maxLength(120), noNul)), undefined)
/** Whether there is such an attribute, the listing finds out. */
const attributeSort = z.templateLiteral([z.string(), z.enum([':asc', ':desc'])]).check(z.maxLength(120), noNul)

/** The query of every listing page; invalid values are ignored and never cause an error. */
export const listQuery = z.object({
  page: z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
  sort: z.catch(z.union([z.enum([...sorts, ...headSorts]), attributeSort]), 'popular'),
  view: z.catch(z.enum(listViews), 'grid'),
  brand: text,
  /** The categories, of a search, joined by `,`. */
  kind: text,
  stock: text,
  /** The last day on which a part may arrive, `2026-06-15`. */
  by: z.catch(z.optional(z.iso.date()), undefined),
  device: text,
  /** `from..to` as shown, or `exfrom..to` without VAT; either end may be missing. */
  price: text,
  /** What the form of a range sends: the attribute, and two numbers as typed. */
  range: text,
  from: text,
  to: text,
  /** Attribute filters as `attribute:value` or `attribute:from..to` pairs joined by `~`. */
  filter: z.catch(z.optional(z.string().check(z.maxLength(600), noNul)), undefined),
  /** What a search said that the parts are for, where the list has what fits it: "rtx 4070". */
  fit: text,
  /** Of a longer text the search reads the beginning, and says so. */
  q: z.catch(z.optional(z.string()), undefined),
})
export type ListQuery = z.infer<typeof listQuery>
