import type { OrderPage } from '../../../contracts/order-page.ts'

/** Seconds after the order in which most providers have answered, and after which nobody waits at the page any more. */
const [soon, over] = [60, 300]

/**
 * Seconds after which the confirmation page asks again, for the answer's `Refresh` header: a provider's word may come
 * moments after the shopper does. Undefined where nothing is waited for. It is a header, so that it works without
 * script.
 */
export function pendingRefresh(
  { status, placedAt }: Pick<OrderPage, 'status' | 'placedAt'>,
  now: Date,
): number | undefined {
  const waited = (now.getTime() - Date.parse(placedAt)) / 1000
  if (status !== 'pending_payment' || waited > over) return undefined
  return waited < soon ? 5 : 15
}
