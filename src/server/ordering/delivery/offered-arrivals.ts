import { arrivalOf, type Arrival } from '../../../domain/cart/arrival.ts'
import { extraDays } from '../../../domain/cart/delivery-areas.ts'
import type { DeliveryOffer } from '../../../domain/cart/delivery-methods.ts'
import { areasOf, dispatchRules } from '../../../domain/settings/delivery-methods.ts'

/** When an order placed now arrives by each delivery method, by its id; nothing for e-mail. */
export function offeredArrivals(
  settings: Parameters<typeof dispatchRules>[0],
  now: Date,
  { country, postalCode, waitDays }: { country: string; postalCode: string; waitDays: number },
  deliveries: readonly DeliveryOffer[],
): Record<string, Arrival> {
  const later = extraDays(areasOf(settings.delivery, country), postalCode)
  const rules = dispatchRules(settings)
  return Object.fromEntries(
    deliveries
      .filter(({ kind }) => kind !== 'mail')
      .map(({ id, kind, days: [soonest, latest] }) => {
        const isFetched = kind === 'pick_up'
        const more = isFetched ? 0 : later
        return [id, arrivalOf(now, country, [soonest + more, latest + more], rules, { isFetched, waitDays })]
      }),
  )
}
