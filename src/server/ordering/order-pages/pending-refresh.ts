import type { ConfirmationPage } from '../../../contracts/customer-pages/order-page.ts'

/**
 * Seconds after the order: most providers have answered by the first, and shoppers have left the page by the second.
 */
const [soon, over] = [60, 300]

/**
 * Returns the seconds for the `Refresh` header of the confirmation page, because a provider's result can arrive after
 * the shopper. Undefined if nothing is pending, and for others than the buyer: a form that they fill in would be
 * emptied. A header works without script.
 */
export function pendingRefresh(
  { order: { status, placedAt }, isBuyer }: Pick<ConfirmationPage, 'order' | 'isBuyer'>,
  now: Date,
): number | undefined {
  const waited = (now.getTime() - Date.parse(placedAt)) / 1000
  if (!isBuyer || status !== 'pending_payment' || waited > over) return undefined
  return waited < soon ? 5 : 15
}
