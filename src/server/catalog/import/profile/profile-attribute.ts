import { z } from 'zod'

/** Maps a cell's text to the value to store (the same one by default) and its translations. */
const valueWords = z.strictObject({ value: z.string().min(1).optional(), en: z.string().min(1), sv: z.string().min(1) })

/** A column, or a part of one, that becomes an attribute in the specification table. */
export const profileAttribute = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be small letters, digits and underscores, such as "fan_speed"'),
  column: z.string().min(1),
  en: z.string().min(1),
  sv: z.string().min(1),
  unit: z.string().default(''),
  facet: z.boolean().default(false),
  /** `present` is yes where the cell has anything in it. */
  kind: z.enum(['text', 'number', 'range', 'yes-no', 'present', 'capacity']).default('text'),
  /** Separates several values in one cell, or the two ends of a range. */
  separator: z.string().min(1).optional(),
  /** Builds the value from a cell's parts: `DDR{1}` of `5,6000` with the separator `,`. */
  template: z.string().min(1).optional(),
  multiply: z.number().positive().default(1),
  decimals: z.int().min(0).max(4).default(2),
  values: z.record(z.string(), valueWords).default({}),
})

export type ProfileAttribute = z.output<typeof profileAttribute>
