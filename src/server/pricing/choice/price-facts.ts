import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { divideRounded, type Minor } from '../../../domain/money/money.ts'
import type { VatRate } from '../../../domain/money/vat.ts'
import type { Home } from '../../../domain/places/home.ts'
import { offersOf, type StoredOffer } from '../../catalog/import/supply/offer-queries.ts'
import { ratesAt, vatInPrices } from '../../catalog/import/supply/supply-rules.ts'
import { pricesOf, type StoredPrice } from '../../catalog/maintenance/price-queries.ts'
import { lowestPrices } from '../../catalog/products/lowest-prices.ts'
import { slices } from '../../platform/db/bulk.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { ChosenProduct } from './choice-queries.ts'

/** What holds for every product at one moment: the shop's own currency, its rates, and the VAT in its prices. */
export type PriceBasics = {
  readonly home: Home
  readonly base: CurrencyCode
  readonly vatRate: (vatClass: string) => VatRate
  readonly inBase: (cost: number | null, currency: CurrencyCode) => Minor | null
}

/** A product with its stored prices; `unit` is the price of one in the shop's own currency, `cost` without VAT. */
export type PriceFacts = {
  readonly id: string
  readonly sku: string
  readonly vatRate: VatRate
  readonly prices: readonly StoredPrice[]
  readonly unit: Minor | null
  readonly cost: Minor | null
  /** Whether its price is computed from a supplier's cost, so that nobody sets it. */
  readonly followsCost: boolean
}

/**
 * Reads what prices are computed with at a moment: home country, VAT in prices, and the rates that convert costs into
 * minor units of the base currency.
 */
export async function readPriceBasics(db: Database, now: Date): Promise<PriceBasics> {
  const home = await homeNow(db)
  const rates = await ratesAt(db, home.currency, now)
  return {
    home,
    base: home.currency,
    vatRate: await vatInPrices(db, home, now),
    inBase: (cost, currency) => {
      const rate = rates.get(currency)
      return cost === null || rate === undefined ? null : Math.max(1, divideRounded(cost * 1_000_000, rate))
    },
  }
}

/** Reads the prices and the lowest known cost of products, in their order. */
export async function readPriceFacts(
  db: Database,
  { base, vatRate, inBase }: PriceBasics,
  products: readonly Pick<ChosenProduct, 'id' | 'sku' | 'vat_class'>[],
): Promise<PriceFacts[]> {
  if (products.length === 0) return []
  const ids = products.map(({ id }) => id)
  const kind = kindOf(db)
  const prices = Map.groupBy(await pricesOf(db, kind, ids), (row) => row.product_id)
  const offers = Map.groupBy(await offersOf(db, kind, ids), (row) => row.product_id)
  return products.map(({ id, sku, vat_class: vatClass }) => {
    const own = prices.get(id) ?? []
    const offered = offers.get(id) ?? []
    return {
      id,
      sku,
      vatRate: vatRate(vatClass),
      prices: own,
      unit: own.find((row) => row.currency === base && row.min_quantity === 1)?.amount ?? null,
      cost: lowestCost(offered, inBase),
      followsCost: offered.some((row) => row.is_priced === 1),
    }
  })
}

function lowestCost(offers: readonly StoredOffer[], inBase: PriceBasics['inBase']): Minor | null {
  const costs = offers.flatMap(({ cost, currency }) => inBase(cost, currency) ?? [])
  return costs.length === 0 ? null : Math.min(...costs)
}

const lowsAtOnce = 500

/** The lowest price in the shop's own currency of the 30 days before a moment, by product, where there was one. */
export async function lowsBefore(
  db: Database,
  { home }: Pick<PriceBasics, 'home'>,
  ids: readonly string[],
  moment: string,
): Promise<Map<string, Minor>> {
  const currency = { code: home.currency }
  const lows = new Map<string, Minor>()
  for (const some of slices(ids, lowsAtOnce)) {
    const campaigns = some.map((id) => ({ product_id: id, currency: home.currency, starts_at: moment }))
    const lowest = await lowestPrices(db, { currency, home }, campaigns)
    for (const campaign of campaigns) {
      const amounts = lowest(campaign.product_id, [campaign]).map(({ amount }) => amount)
      if (amounts.length > 0) lows.set(campaign.product_id, Math.min(...amounts))
    }
  }
  return lows
}
