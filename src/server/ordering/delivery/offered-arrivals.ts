import { arrivalOf, type Arrival } from '../../../domain/cart/arrival.ts'
import { extraDays } from '../../../domain/cart/delivery-areas.ts'
import type { DeliveryOffer } from '../../../domain/cart/delivery-methods.ts'
import { areaRows } from '../../catalog/delivery/queries.ts'
import type { Shop } from '../shop.ts'

/** Maximum delay until changed delivery areas show in checkouts, in milliseconds. */
const keptMs = 60_000

/** When an order placed now arrives by each delivery method, by its id; nothing for e-mail. */
export async function offeredArrivals(
  { db, memory, now }: Shop,
  place: { country: string; postalCode: string },
  deliveries: readonly DeliveryOffer[],
): Promise<Record<string, Arrival>> {
  const { country } = place
  const areas = await memory.remember(`delivery-areas:${country}`, keptMs, () => areaRows(db, country))
  const later = (kind: DeliveryOffer['kind']) => (kind === 'pick_up' ? 0 : extraDays(areas, place.postalCode))
  return Object.fromEntries(
    deliveries
      .filter(({ kind }) => kind !== 'mail')
      .map(({ id, kind, days: [soonest, latest] }) => [
        id,
        arrivalOf(now(), country, [soonest + later(kind), latest + later(kind)]),
      ]),
  )
}
