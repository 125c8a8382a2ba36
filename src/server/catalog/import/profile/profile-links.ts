import { z } from 'zod'
import { column } from './profile-parts.ts'

const bilingual = z.strictObject({ en: z.string().min(1), sv: z.string().min(1) })
/** Whether a cell names a product by its article number, or by what the column of `id` has. */
const by = z.enum(['sku', 'id']).default('sku')
const separator = z.string().min(1).default('|')

/**
 * Rows that are choices of one product: of the row that `parent` names, or of a product that is made of all rows with
 * the same `group`. Templates of `label` say what a choice is called ("US layout").
 */
export const variants = z.union([
  z.strictObject({ parent: z.strictObject({ column, by }), label: bilingual }),
  z.strictObject({ group: z.strictObject({ column }), name: bilingual.optional(), label: bilingual }),
])

/** The pieces of a set, each with its number of units where that is not one: `FAN-1 x 2|GREASE`. */
export const setPieces = z.strictObject({ column, by, separator })

export const relations = z
  .array(
    z.strictObject({
      column,
      by,
      separator,
      kind: z.enum(['accessory', 'bundle', 'alternative']),
      /** Percent off for what is bought together with the product. */
      discount: z.int().min(0).max(90).default(0),
    }),
  )
  .default([])

/** The devices that a product is for, by brand and model or by slug; `unknown` is what one that the shop lacks does. */
export const deviceNames = z.strictObject({
  column,
  separator: z.string().min(1).default(','),
  unknown: z.enum(['reject', 'leave-out']).default('reject'),
})
