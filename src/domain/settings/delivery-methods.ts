import type { DispatchRules } from '../cart/arrival.ts'
import type { DeliveryMethod } from '../cart/delivery-methods.ts'
import type { Home } from '../places/home.ts'
import type { Language } from '../places/locales.ts'
import { minorOf } from './amounts.ts'
import { methodsTo } from './delivery-faults.ts'
import type { DeliverySettings } from './delivery.ts'

/** Returns the delivery methods of a country with their price bands, in the merchant's order. */
export function deliveryMethods(delivery: DeliverySettings, country: string, language: Language): DeliveryMethod[] {
  return methodsTo(delivery, country).map(
    ({ id, kind, name, days: [from = 0, to = 0], freeFrom, aboveGrams, bands }) => ({
      id,
      kind,
      name: name[language],
      days: [from, to],
      freeFrom: minorOf(freeFrom),
      aboveGrams,
      bands: bands.map(({ upToGrams, price }) => ({ upToGrams, price: minorOf(price) ?? 0 })),
    }),
  )
}

type DispatchSettings = { home: Pick<Home, 'country'>; delivery: DeliverySettings }

/** Returns when goods leave the shop. */
export function dispatchRules({ home, delivery }: DispatchSettings): DispatchRules {
  const { cutOff, timeZone, closedDays } = delivery
  return { cutOff, timeZone, closedDays, home: home.country }
}

/** Tells whether a delivery method is on, for any country and weight. */
export function isMethod({ methods }: DeliverySettings, id: string): boolean {
  return methods.some((method) => method.active && method.id === id)
}

/**
 * Returns the method of a country that is of the same kind as one of another country, and for heavy orders as that is;
 * the id itself where the country has it, or nothing of its kind.
 */
export function methodLike(delivery: DeliverySettings, country: string, id: string): string {
  const offered = methodsTo(delivery, country)
  const wanted = delivery.methods.find((method) => method.active && method.id === id)
  if (!wanted || offered.some((method) => method.id === id)) return id
  const isAlike = ({ kind, aboveGrams }: (typeof offered)[number]) =>
    kind === wanted.kind && aboveGrams > 0 === wanted.aboveGrams > 0
  return offered.find(isAlike)?.id ?? id
}

/** Returns the postal codes of a country that a parcel takes longer to. */
export function areasOf({ areas }: DeliverySettings, country: string): DeliverySettings['areas'] {
  return areas.filter((area) => area.country === country)
}
