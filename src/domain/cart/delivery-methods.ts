import type { Minor } from '../money/money.ts'
import { shopperPrice, type PriceTarget } from '../money/product-prices.ts'
import { withoutVat, type Amount } from './cart-amounts.ts'

/** Kinds of delivery. `mail` is e-mail delivery of items without weight; merchants do not configure it. */
export type DeliveryKind = 'home' | 'service_point' | 'pick_up' | 'mail'

/** Weight in grams of a unit whose product has no weight. */
export const unknownGrams = 250

/**
 * The price of a parcel up to a weight, in minor units of the base currency including VAT at the home rate; converted
 * like product prices.
 */
type DeliveryBand = { upToGrams: number; price: Minor }

/**
 * A delivery method of a country, as the merchant configured it. `name` is the merchant's own name, '' when the kind
 * says enough; `freeFrom` is the goods total (minor units of the base currency) from which delivery is free. With
 * `aboveGrams` the method is offered only to orders heavier than that.
 */
export type DeliveryMethod = {
  id: string
  kind: DeliveryKind
  name: string
  days: readonly [number, number]
  freeFrom: Minor | null
  aboveGrams: number
  bands: readonly DeliveryBand[]
}

/** A delivery method for one order, priced in the shopper's currency with the country's VAT. */
export type DeliveryOffer = Pick<DeliveryMethod, 'id' | 'kind' | 'name' | 'days'> & { price: Amount }

/**
 * `goods` is the sum of the lines in the shopper's currency (minor units including VAT), before fixed discounts. `home`
 * is the shop's own country.
 */
export type Parcel = { country: string; home: string; grams: number; goods: Minor; target: PriceTarget }

/**
 * Lists the delivery methods for an order, in the merchant's order: those with a band for its weight, priced by the
 * lightest such band. Pick-up is offered only in the shop's own country. An empty list means that the order is too
 * heavy for all methods.
 */
export function deliveryOffers(
  methods: readonly DeliveryMethod[],
  { country, home, grams, goods, target }: Parcel,
): DeliveryOffer[] {
  const inCurrency = (amount: Minor) => shopperPrice({ currency: target.base, amount }, target)
  return methods.flatMap(({ id, kind, name, days, freeFrom, aboveGrams, bands }) => {
    const band = bandFor(bands, grams)
    if (!band || (aboveGrams > 0 && grams <= aboveGrams) || (kind === 'pick_up' && country !== home)) return []
    const isFree = freeFrom !== null && goods >= inCurrency(freeFrom)
    return [{ id, kind, name, days, price: withoutVat(isFree ? 0 : inCurrency(band.price), target.vatRate) }]
  })
}

function bandFor(bands: readonly DeliveryBand[], grams: number): DeliveryBand | undefined {
  return bands.filter(({ upToGrams }) => grams <= upToGrams).sort((a, b) => a.upToGrams - b.upToGrams)[0]
}

/** Picks the requested method, else the first that needs no service point, else the first; null when there is none. */
export function chosenOffer(offers: readonly DeliveryOffer[], wanted: string): DeliveryOffer | null {
  return (
    offers.find(({ id }) => id === wanted) ?? offers.find(({ kind }) => kind !== 'service_point') ?? offers[0] ?? null
  )
}

/**
 * Calculates for how much more must be ordered until the offered delivery is free; null where it already is, or never
 * becomes so. `goods` as in a parcel. Without VAT it is what goods of that price cost at the country's standard rate.
 */
export function leftToFree(
  methods: readonly DeliveryMethod[],
  offer: Pick<DeliveryOffer, 'id' | 'price'> | null,
  { goods, target }: Pick<Parcel, 'goods' | 'target'>,
): Amount | null {
  const freeFrom = methods.find(({ id }) => id === offer?.id)?.freeFrom ?? null
  if (!offer || freeFrom === null || offer.price.inc === 0) return null
  const left = shopperPrice({ currency: target.base, amount: freeFrom }, target) - goods
  return left > 0 ? withoutVat(left, target.vatRate) : null
}

/** Delivery of items without weight: by e-mail, to every country, free. */
export const mailedOffer: DeliveryOffer = { id: 'mail', kind: 'mail', name: '', days: [0, 0], price: { inc: 0, ex: 0 } }
