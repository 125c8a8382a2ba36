import type { PaymentProvider } from '../../payments/provider.ts'
import type { AttemptRow } from '../../payments/queries.ts'
import type { Shop } from '../shop.ts'
import { completeOrder, type Completion } from './complete-order.ts'

/**
 * Asks the provider for the result of a payment attempt and applies it to the order. Undefined if the provider has no
 * result yet.
 */
export async function applyProviderResult(
  shop: Shop,
  provider: PaymentProvider,
  attempt: AttemptRow,
): Promise<Completion | undefined> {
  const notice = await provider.ask?.(shop, attempt)
  return notice ? completeOrder(shop, provider.name, notice) : undefined
}
