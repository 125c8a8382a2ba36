import type { Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import type { SearchProduct } from '../../src/domain/products/products.ts'
import { oracleAmounts, type OracleAmounts } from '../oracle/amounts.ts'
import type { OracleCoupon } from '../oracle/discounts.ts'
import { campaignPrice, minorUnits, reduced, tierOf } from '../oracle/prices.ts'

const searches: Record<Language, readonly string[]> = {
  en: [
    'charger',
    'battery',
    'cable',
    'memory',
    'keyboard',
    'fan',
    'screen',
    'screwdriver',
    'toner',
    'motherboard',
    'keyboard kit',
    'network',
  ],
  sv: [
    'laddare',
    'batteri',
    'kabel',
    'minne',
    'tangentbord',
    'fläkt',
    'skärm',
    'skruvmejsel',
    'toner',
    'moderkort',
    'reparationssats',
    'nätverk',
  ],
}

export type Bought = {
  part: SearchProduct
  quantity: number
  /** Percent off as the other part of a bundle. */
  bundlePercent?: number
  isAccessory?: boolean
}

/** Orderable parts from the shop's search, in the visitor's currency. */
export async function orderableParts(page: Page, language: Language): Promise<SearchProduct[]> {
  const parts = new Map<string, SearchProduct>()
  for (const query of searches[language]) {
    for (const part of await searchParts(page, language, query)) {
      if (part.orderable && part.variations.length === 0) parts.set(part.sku, part)
    }
  }
  return [...parts.values()]
}

export async function searchParts(page: Page, language: Language, query: string): Promise<SearchProduct[]> {
  const answer = await page.request.get(`/api/products?locale=${language}&query=${encodeURIComponent(query)}`)
  const { products } = (await answer.json()) as { products: SearchProduct[] }
  return products
}

/** The first part that matches. */
export function pick(parts: readonly SearchProduct[], isWanted: (part: SearchProduct) => boolean): SearchProduct {
  const found = parts.find(isWanted)
  if (!found) throw new Error('The demo shop has no such part.')
  return found
}

/** The price of these parts by the shop's tiers and the rules of spec section 9, independent of the shop's own sums. */
export function costOf(bought: readonly Bought[], coupons: readonly OracleCoupon[] = []): OracleAmounts {
  return oracleAmounts(bought.map(lineOf), { coupons })
}

function lineOf({ part, quantity, bundlePercent = 0, isAccessory = false }: Bought) {
  const ordinary = tierOf(part.prices.n, quantity)?.p ?? 0
  const price = campaignPrice(part.prices.n, part.prices.c ?? [], quantity) ?? 0
  return {
    type: part.type,
    vat: part.vat,
    quantity,
    price: Number(reduced(minorUnits(price), bundlePercent)) / 100,
    group_id: part.group_id,
    discount_category: part.discount_category,
    campaign: price < ordinary,
    ...(bundlePercent > 0 && { upselling_bundle_id: 'bundle' }),
    ...(isAccessory && { cross_selling_product_id: 'accessory' }),
  }
}

/** A code with this percentage off everything. */
export const percentOff = (percent: number): OracleCoupon => ({
  percentage_discount: percent,
  fixed_amount: null,
  specific_groups: [],
  excluded_groups: [],
  specific_discount_categories: [],
  applied: true,
})
