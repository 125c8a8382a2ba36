import { z } from 'zod/mini'

const period = (usual: number, min: number, max: number) =>
  z.prefault(z.int().check(z.minimum(min), z.maximum(max)), usual)

/**
 * How long personal data, and files that nothing shows, are kept (docs/decisions/0031, 0081). Variables of the
 * environment take precedence.
 */
export const retentionSettings = z.strictObject({
  /** Days that an address stays that was typed in a checkout which came to nothing, and then its cart. */
  checkoutFormDays: period(7, 1, 365),
  cartDays: period(30, 1, 730),
  /** Days that a customer's cart stays. */
  savedCartDays: period(365, 1, 3650),
  /** Days that the content of mails and other effects stays after they were carried out. */
  outboxDays: period(30, 5, 365),
  paymentEventDays: period(90, 30, 3650),
  /** Days of waiting for a part that is out of stock, and of requests for parts. */
  alertDays: period(365, 30, 3650),
  requestDays: period(365, 120, 3650),
  /** Days that the telephone number of an order stays. */
  contactDays: period(1095, 30, 3650),
  /** Days that a picture or document stays that nothing refers to any more. */
  unusedFileDays: period(30, 1, 3650),
  /** Calendar years after an order's own that it stays with its documents: at least 7 in Sweden (bokföringslagen). */
  bookkeepingYears: period(7, 7, 30),
})
export type Retention = z.output<typeof retentionSettings>
