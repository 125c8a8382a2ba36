import { z } from 'zod'
import { column } from './profile-parts.ts'

const separator = z.string().min(1).default('|')

/** Settings of a product's own facts, which few feeds have. */
export const productFields = {
  /** A VAT class of the shop; `values` maps what cells have to classes. */
  vatClass: z
    .union([z.string().min(1), z.strictObject({ column, values: z.record(z.string(), z.string().min(1)).default({}) })])
    .optional(),
  /**
   * The reduced price, in the currency and with the VAT of `price`, and when it holds: two columns, or one with both
   * ends (`2026-11-20T00:00+01:00/2026-11-30T23:59+01:00`).
   */
  campaign: z
    .strictObject({ column, from: column.optional(), until: column.optional(), dates: column.optional() })
    .refine(
      ({ from, until, dates }) => dates === undefined || (from ?? until) === undefined,
      'has dates or from and until',
    )
    .optional(),
  /** The discount group that products share, and how many units a pack has. */
  group: z.strictObject({ column }).optional(),
  groupSize: z.union([z.int().min(1).max(10_000), z.strictObject({ column })]).default(1),
  ean: z.strictObject({ column, separator }).optional(),
  /** The intervals in days at which a product can be subscribed to. */
  subscription: z
    .union([z.strictObject({ days: z.array(z.int().min(1).max(730)).max(10) }), z.strictObject({ column, separator })])
    .optional(),
  /** Whether shoppers can ask to be told when it is back in stock. */
  notifyable: z.union([z.boolean(), z.strictObject({ column })]).default(true),
  /** Rows with "no" become drafts, which nobody but editors sees. */
  published: z.strictObject({ column }).optional(),
  /** The day since which a new product is sold; that of its first import otherwise. */
  since: z.strictObject({ column }).optional(),
  /** The day on which the next units are expected. */
  incoming: z.strictObject({ column }).optional(),
  /** Where the part is in the stock. */
  shelf: z.strictObject({ column }).optional(),
}
