import { dayIn, dispatchAfter, dispatchDay, lastDispatchDay } from '../../../domain/cart/arrival.ts'
import { chosenOffer, deliveryOffers, unknownGrams } from '../../../domain/cart/delivery-methods.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { deliveryMethods, dispatchRules } from '../../../domain/settings/delivery-methods.ts'
import type { DeliverySettings } from '../../../domain/settings/delivery.ts'
import { dayNumber } from '../columns/day-number.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import type { Pricing } from '../pricing.ts'

/** `homePrice` is NaN for a product without a price in the shopper's currency. */
type Prices = { homePrice: (seq: number) => number; pricing: Pricing }

/**
 * Returns a test of which products arrive in the shopper's country by a day (`2026-06-15`), if they are ordered now:
 * at the latest on that day, by the method that the checkout chooses first. Products on their way are dispatched on
 * the working day on which they are expected, or the next; those that are late have no date.
 */
export function arrivesBy(
  delivery: DeliverySettings,
  { readyDay, waitDays, grams }: Pick<ProductColumns, 'readyDay' | 'waitDays' | 'grams'>,
  { country, language, home }: ShoppingContext,
  { homePrice, pricing }: Prices,
  { by, now }: { by: string; now: Date },
): (seq: number) => boolean {
  const target = pricing.target('standard')
  const methods = deliveryMethods(delivery, country, language)
  const rules = dispatchRules({ home, delivery })
  const today = dayNumber(dayIn(now, delivery.timeZone))
  const ordered = dispatchDay(now, rules)
  const firstDays = new Map<number, number>()
  /** The first day on which what a supplier sends in so many days may be dispatched. */
  const firstDay = (wait: number): number => {
    const known = firstDays.get(wait)
    if (known !== undefined) return known
    const first = dayNumber(dispatchAfter(ordered, wait, rules))
    firstDays.set(wait, first)
    return first
  }
  const lastDays = new Map<number, number>()
  /** The last day on which a parcel of this weight may be dispatched; before every day when nothing carries it. */
  const lastDay = (weight: number): number => {
    const known = lastDays.get(weight)
    if (known !== undefined) return known
    const offer = chosenOffer(
      deliveryOffers(methods, { country, home: home.country, grams: weight, goods: 0, target }),
      '',
    )
    const last = offer ? dayNumber(lastDispatchDay(by, country, offer.days[1], rules)) : -1
    lastDays.set(weight, last)
    return last
  }
  return (seq) => {
    const ready = readyDay[seq] ?? 0
    if (Number.isNaN(homePrice(seq)) || (ready > 0 && ready < today)) return false
    return Math.max(ready, firstDay(waitDays[seq] ?? 0)) <= lastDay(grams[seq] || unknownGrams)
  }
}
