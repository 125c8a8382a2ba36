import { withoutVat, type Amount } from './cart-amounts.ts'
import type { Minor } from './money.ts'
import { shopperPrice, type PriceTarget } from './product-prices.ts'
import { sellerCountry } from './seller.ts'

/** How something comes to the shopper; `mail` is for what has no weight at all, and no merchant sets it up. */
export type DeliveryKind = 'home' | 'service_point' | 'pick_up' | 'mail'

/** What a piece weighs whose product does not say. */
export const unknownGrams = 250

/** The price of a parcel up to a weight; SEK minor units including VAT at the home rate, converted like a product's. */
export type DeliveryBand = { upToGrams: number; price: Minor }

/**
 * One way of delivery in a country as the merchant set it up. `name` is the merchant's own, '' where the kind says
 * enough;
 * `freeFrom` is the sum of goods (SEK minor units) from which on it costs nothing. Only orders heavier than
 * `aboveGrams` get it.
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

/** A way of delivery for one order, priced in the shopper's currency with the VAT of the country. */
export type DeliveryOffer = Pick<DeliveryMethod, 'id' | 'kind' | 'name' | 'days'> & { price: Amount }

/** `goods` is the sum of the lines in the shopper's minor units including VAT, before fixed discounts. */
export type Parcel = { country: string; grams: number; goods: Minor; target: PriceTarget }

/**
 * The ways of delivery of an order, in the merchant's order: those with a band for its weight, each at the price of the
 * lightest such band. Picking up is for the shop's own country alone. None means that the order is too heavy for all of
 * them.
 */
export function deliveryOffers(
  methods: readonly DeliveryMethod[],
  { country, grams, goods, target }: Parcel,
): DeliveryOffer[] {
  const inCurrency = (amount: Minor) => shopperPrice({ currency: 'SEK', amount }, target)
  return methods.flatMap(({ id, kind, name, days, freeFrom, aboveGrams, bands }) => {
    const band = bandFor(bands, grams)
    if (!band || (aboveGrams > 0 && grams <= aboveGrams) || (kind === 'pick_up' && country !== sellerCountry)) return []
    const isFree = freeFrom !== null && goods >= inCurrency(freeFrom)
    return [{ id, kind, name, days, price: withoutVat(isFree ? 0 : inCurrency(band.price), target.vatRate) }]
  })
}

function bandFor(bands: readonly DeliveryBand[], grams: number): DeliveryBand | undefined {
  return bands.filter(({ upToGrams }) => grams <= upToGrams).sort((a, b) => a.upToGrams - b.upToGrams)[0]
}

/** The way that was asked for, else the first that asks for nothing more; null when there is none. */
export function chosenOffer(offers: readonly DeliveryOffer[], wanted: string): DeliveryOffer | null {
  return (
    offers.find(({ id }) => id === wanted) ?? offers.find(({ kind }) => kind !== 'service_point') ?? offers[0] ?? null
  )
}

/** What weighs nothing comes by e-mail, everywhere and for nothing. */
export const mailedOffer: DeliveryOffer = { id: 'mail', kind: 'mail', name: '', days: [0, 0], price: { inc: 0, ex: 0 } }
