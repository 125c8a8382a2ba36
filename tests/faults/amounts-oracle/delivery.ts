import type { Line } from './cart-lines.ts'
import { isGiftCard } from './discounts.ts'
import { sum, type Minor } from './exact.ts'
import type { ShopFacts } from './shop-facts.ts'
import { sold, type Market } from './unit-prices.ts'

export type DeliveryOffer = { id: string; kind: string; price: Minor }

/**
 * The offered methods (decision 0014): by country and weight, free from a goods total before fixed discounts. Pick-up
 * is at the shop; gift cards alone are mailed.
 */
export function deliveryOffers(
  facts: ShopFacts,
  lines: readonly Line[],
  goods: Minor,
  market: Market,
): DeliveryOffer[] {
  if (lines.length > 0 && lines.every(isGiftCard)) return [{ id: 'mail', kind: 'mail', price: 0n }]
  const grams = Number(sum(lines.map(({ part, quantity }) => BigInt(part.grams) * BigInt(quantity))))
  return facts.freights
    .filter(
      ({ countries, aboveGrams }) => countries.has(market.country) && grams > aboveGrams - (aboveGrams === 0 ? 1 : 0),
    )
    .filter(({ kind }) => kind !== 'pick_up' || market.country === 'SE')
    .flatMap(({ id, kind, bands, freeFrom }) => {
      const band = bands.find(({ upToGrams }) => grams <= upToGrams)
      if (band === undefined) return []
      const priced = (price: Minor): Minor => sold(facts, { price, currency: 'SEK', vatClass: 'standard' }, market)
      const isFree = freeFrom !== null && goods >= priced(freeFrom)
      return [{ id, kind, price: isFree ? 0n : priced(band.price) }]
    })
}
