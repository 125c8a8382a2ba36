import type { VatRate } from '../money/vat.ts'
import { normalizePostalCode } from '../places/postal-codes.ts'
import type { Arrival } from './arrival.ts'
import type { DeliveryKind } from './delivery-methods.ts'

/** A place where a parcel can be collected: a service point, or the shop itself. */
export type DeliveryPlace = { id: string; name: string; street: string; postalCode: string; city: string }

/** The days (`2026-06-15`) on which an order arrives that is confirmed until `orderBefore` (UTC, ISO). */
export type ExpectedArrival = Pick<Arrival, 'first' | 'last' | 'orderBefore'>

/** The delivery that the shopper chose; `name` is the merchant's name of the method, '' when the kind says enough. */
export type OrderDelivery = {
  kind: DeliveryKind
  name: string
  place: DeliveryPlace | null
  /** The VAT rate of its price; orders from before this was kept have none. */
  rate?: VatRate | undefined
  /** What the checkout promised; none by e-mail, for orders that staff check first, and where it no longer holds. */
  arrives?: ExpectedArrival | undefined
}

export const maxPoints = 5

/**
 * Finds the places nearest to a postal code, at most `most`: those with the longest common prefix first, then those
 * with the closest number. Neighbouring codes are usually neighbours on the map.
 */
export function nearestPlaces(places: readonly DeliveryPlace[], postalCode: string, max = maxPoints): DeliveryPlace[] {
  const wanted = compact(postalCode)
  const ranked = places
    .map((place) => ({ place, code: codeOf(place) }))
    .map(({ place, code }) => ({ place, shared: sharedLength(code, wanted), apart: apart(code, wanted) }))
  ranked.sort((a, b) => b.shared - a.shared || a.apart - b.apart || (a.place.id < b.place.id ? -1 : 1))
  return ranked.slice(0, max).map(({ place }) => place)
}

const codes = new WeakMap<DeliveryPlace, string>()

/** Caches the compacted code per place, since every checkout compares all places of a country. */
function codeOf(place: DeliveryPlace): string {
  const code = codes.get(place) ?? compact(place.postalCode)
  codes.set(place, code)
  return code
}

function compact(postalCode: string): string {
  return normalizePostalCode(postalCode).replace(/[^A-Z0-9]/g, '')
}

function sharedLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

function apart(a: string, b: string): number {
  return Math.abs(Number.parseInt(a, 36) - Number.parseInt(b, 36))
}
