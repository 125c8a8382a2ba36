import { z } from 'zod'

/** What a cell's text becomes: a value of its own or the same one, and how each language says it. */
const valueWords = z.strictObject({ value: z.string().min(1).optional(), en: z.string().min(1), sv: z.string().min(1) })

/** One column, or a piece of one, that becomes an attribute in the specification table. */
export const profileAttribute = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be small letters, digits and underscores, such as "fan_speed"'),
  column: z.string().min(1),
  en: z.string().min(1),
  sv: z.string().min(1),
  unit: z.string().default(''),
  facet: z.boolean().default(false),
  kind: z.enum(['text', 'number', 'range', 'yes-no', 'capacity']).default('text'),
  /** Between several values in one cell; for a range, between its ends. */
  separator: z.string().min(1).optional(),
  /** Built from a cell's pieces: `DDR{1}` of `5,6000` with the separator `,`. */
  template: z.string().min(1).optional(),
  multiply: z.number().positive().default(1),
  decimals: z.int().min(0).max(4).default(2),
  values: z.record(z.string(), valueWords).default({}),
})

export type ProfileAttribute = z.output<typeof profileAttribute>
