import { toMinor } from '../../domain/money/money.ts'
import { activeTiers, tierFor, type PriceTier } from '../../domain/money/price-tiers.ts'
import { exVat } from '../../domain/money/vat.ts'
import type { ShopperChoice } from '../../domain/places/shopping-context.ts'
import type { SearchProduct } from '../../domain/products/products.ts'
import { shownExVat, shownPrice } from '../../i18n/money.ts'

/** Markup of prices, by what it depends on; forgotten when there is this much. */
const knownMarkup = new Map<string, string>()
const maxMarkup = 5_000

/** A price as people read it, with and without VAT. */
export type BothPrices = { inc: string; ex: string }

/** Writes a price of the wire: decimal major units including VAT, with the VAT rate in percent. */
export function bothPrices(amount: number, vat: number, { currency, language }: ShopperChoice): BothPrices {
  const minor = toMinor(amount)
  return {
    inc: shownPrice(minor, currency.code, language),
    ex: shownExVat(exVat(minor, Math.round(vat * 100)), currency.code, language),
  }
}

/**
 * The same as markup, of which the reader sees one: pages show few different amounts, and Intl takes long for each.
 * Nothing that it writes has to be escaped.
 */
export function priceMarkup(amount: number, vat: number, shopping: ShopperChoice): string {
  const key = `${amount} ${vat} ${shopping.currency.code} ${shopping.language}`
  const known = knownMarkup.get(key)
  if (known !== undefined) return known
  const { inc, ex } = bothPrices(amount, vat, shopping)
  const markup = `<span class="inc">${inc}</span><span class="ex">${ex}</span>`
  if (knownMarkup.size >= maxMarkup) knownMarkup.clear()
  knownMarkup.set(key, markup)
  return markup
}

/**
 * What a product's price tag says: the price of one and the tiers beyond it. `isReduced` only where it is below the
 * lowest price of the last 30 days; `lowest` is that price, which is said of every campaign price, reduced by it or
 * not.
 */
export type PriceTag = {
  tier: PriceTier
  further: PriceTier[]
  isReduced: boolean
  lowest: number | null
  isFrom: boolean
}

/** Undefined when the product has no price. */
export function priceTag(
  product: Pick<SearchProduct, 'prices' | 'variations' | 'lowest_30_days'>,
): PriceTag | undefined {
  const { prices, variations, lowest_30_days: lowest } = product
  const tiers = activeTiers(prices)
  const tier = tierFor(tiers, 1)
  if (!tier) return undefined
  return {
    tier,
    further: tiers.filter((each) => each.q > tier.q),
    isReduced: tier.o !== undefined,
    lowest: tier.p < (tierFor(prices.n, 1)?.p ?? 0) ? lowest : null,
    isFrom: variations.some((variation) => tierFor(activeTiers(variation.prices), 1)?.p !== tier.p),
  }
}
