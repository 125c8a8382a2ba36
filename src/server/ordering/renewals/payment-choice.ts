import { providerNamed } from '../../payments/providers.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { lastPaymentOf, type SubscriptionRow } from '../subscriptions/queries.ts'
import { storedForm } from './renewal-order.ts'

/**
 * How the next order of a subscription is paid: `card` charges the saved card, `link` mails a payment link, `bill`
 * invoices.
 */
export type RenewalPaymentMethod = 'card' | 'link' | 'bill'

export async function renewalPaymentMethod(
  db: Queryable,
  subscription: SubscriptionRow,
  method = storedForm(subscription).payment_method,
): Promise<RenewalPaymentMethod> {
  const provider = providerNamed(method)
  if (!provider?.start) return 'bill'
  return provider.repeat && (await lastPaymentOf(db, subscription, provider.name)) ? 'card' : 'link'
}
