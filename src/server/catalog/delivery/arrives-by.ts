import { dispatchDay, lastDispatchDay } from '../../../domain/cart/arrival.ts'
import { chosenOffer, deliveryOffers, unknownGrams } from '../../../domain/cart/delivery-methods.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { dayNumber } from '../columns/day-number.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import type { Pricing } from '../rates.ts'
import { deliveryMethods } from './delivery-methods.ts'

/** `homePrice` is NaN for a product without a price in the shopper's currency. */
type Prices = { homePrice: (seq: number) => number; pricing: Pricing }

/**
 * Returns a test of which products arrive in the shopper's country by a day (`2026-06-15`), if they are ordered now:
 * at the latest on that day, by the method that the checkout chooses first. Products on their way are dispatched on
 * the working day on which they are expected, or the next; those that are late have no date.
 */
export async function arrivesBy(
  db: Queryable,
  { readyDay, grams }: Pick<ProductColumns, 'readyDay' | 'grams'>,
  { country, language }: ShoppingContext,
  { homePrice, pricing }: Prices,
  { by, now }: { by: string; now: Date },
): Promise<(seq: number) => boolean> {
  const target = pricing.target('standard')
  const methods = await deliveryMethods(db, country, language)
  const [today, first] = [dayNumber(dayOf(now)), dayNumber(dispatchDay(now))]
  const lastDays = new Map<number, number>()
  /** The last day on which a parcel of this weight may be dispatched; before every day when nothing carries it. */
  const lastDay = (weight: number): number => {
    const known = lastDays.get(weight)
    if (known !== undefined) return known
    const offer = chosenOffer(deliveryOffers(methods, { country, grams: weight, goods: 0, target }), '')
    const last = offer ? dayNumber(lastDispatchDay(by, country, offer.days[1])) : -1
    lastDays.set(weight, last)
    return last
  }
  return (seq) => {
    const ready = readyDay[seq] ?? 0
    if (Number.isNaN(homePrice(seq)) || (ready > 0 && ready < today)) return false
    return Math.max(ready, first) <= lastDay(grams[seq] || unknownGrams)
  }
}
