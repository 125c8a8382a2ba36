import { z } from 'zod/mini'

const on = z.prefault(z.boolean(), true)

/** What the shop offers besides selling parts. What is off has no link, field or page; what exists is honoured. */
export const featuresSettings = z.strictObject({
  /** Buying a part again at an interval. Running subscriptions go on until their subscribers end them. */
  subscriptions: on,
  /** Asking for prices on a cart from the checkout. Quotes that were asked for stay, and can be accepted. */
  quotes: on,
  /** Selling gift cards. Issued ones pay as before. */
  giftCards: on,
  /** Ordering by a list of part numbers, pasted or uploaded. */
  excelOrder: on,
  /** Showing a share of the visitors bundles in the place of accessories. */
  experiments: on,
  /** Repair guides. */
  guides: on,
  /** Asking for a part by a form. Answers that were sent can be accepted. */
  partRequests: on,
})
export type Features = z.output<typeof featuresSettings>
