import type { Shop } from '../shop.ts'
import { completeOrder, type Completion } from './complete-order.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import type { AttemptRow } from '../../payments/queries.ts'

/** Asks what became of an attempt and brings the answer to its order; undefined while the provider has none. */
export async function askProvider(
  shop: Shop,
  provider: PaymentProvider,
  attempt: AttemptRow,
): Promise<Completion | undefined> {
  const notice = await provider.ask?.(shop, attempt)
  return notice ? completeOrder(shop, provider.name, notice) : undefined
}
