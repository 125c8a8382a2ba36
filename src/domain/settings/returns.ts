import { z } from 'zod/mini'

/** What the shop grants beyond the law; an order keeps the terms of the moment at which it was placed. */
export const returnsSettings = z.strictObject({
  /** Days after delivery; never fewer than those of the statutory withdrawal. */
  days: z.prefault(z.int().check(z.minimum(14), z.maximum(365)), 30),
  /** Who pays for sending back what is not wrong; what is wrong the shop always pays. */
  freight: z.prefault(z.enum(['customer', 'shop']), 'customer'),
})
export type ReturnTerms = z.output<typeof returnsSettings>
