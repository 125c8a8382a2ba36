import type { Queryable } from '../../platform/db/tables.ts'
import { providerNamed } from '../../payments/providers.ts'
import { lastPaymentOf, type SubscriptionRow } from '../subscriptions/queries.ts'
import { keptForm } from './renewal-order.ts'

/** How a subscription's next order is paid: by the card that was kept, through a link in a mail, or against a bill. */
export type WayToPay = 'card' | 'link' | 'bill'

export async function wayToPay(db: Queryable, subscription: SubscriptionRow): Promise<WayToPay> {
  const provider = providerNamed(keptForm(subscription).payment_method)
  if (!provider?.start) return 'bill'
  return provider.repeat && (await lastPaymentOf(db, subscription, provider.name)) ? 'card' : 'link'
}
