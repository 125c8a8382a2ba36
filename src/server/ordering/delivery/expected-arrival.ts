import type { DeliveryOffer } from '../../../domain/cart/delivery-methods.ts'
import type { ExpectedArrival } from '../../../domain/cart/delivery-points.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { waitDays } from '../../catalog/delivery/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { offeredArrivals } from './offered-arrivals.ts'

type Priced = { delivery: DeliveryOffer | null; lines: readonly { product_id: string; quantity: number }[] }
type Placing = { form: CheckoutForm; priced: Priced; now: Date }

/**
 * The days on which an order placed now arrives, as its checkout shows them; undefined for e-mail. To be read before
 * the goods of the order are reserved.
 */
export async function expectedArrival(
  trx: DatabaseTransaction,
  settings: Parameters<typeof offeredArrivals>[0],
  { form: { country, postal_code: postalCode }, priced: { delivery, lines }, now }: Placing,
): Promise<ExpectedArrival | undefined> {
  if (!delivery) return undefined
  const wanted = { country, postalCode, waitDays: await waitDays(trx, lines) }
  const arrival = offeredArrivals(settings, now, wanted, [delivery])[delivery.id]
  return arrival && { first: arrival.first, last: arrival.last, orderBefore: arrival.orderBefore }
}
