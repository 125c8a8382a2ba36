import type { PriceTarget } from '../../domain/money/product-prices.ts'
import { sellerCountry } from '../../domain/places/seller.ts'
import { dayOf, startOfDay } from '../../domain/places/working-days.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { homeRate, vatCountry, vatRateAt, voucherClass, type VatRate, type VatRow } from '../../domain/money/vat.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { exchangeRates, vatRows } from './rate-queries.ts'

/** Converts stored prices for one shopper; the VAT rate depends on the product's VAT class. */
export type Pricing = {
  target: (vatClass: string) => PriceTarget
  rate: (vatClass: string) => VatRate
  /** When the next VAT rate begins to count; no cache may keep a price longer. */
  changesAt: string | null
}

/** Reads the exchange and VAT rates at `now` for a currency and a country. */
export async function readPricing(db: Queryable, { currency, country }: ShoppingContext, now: Date): Promise<Pricing> {
  const today = dayOf(now)
  const taxed = vatCountry(country)
  const vat: VatRow[] = await vatRows(db, [...new Set([taxed, sellerCountry])])
  const exchange = currency.code === 'SEK' ? undefined : await exchangeRates(db, currency.code, now.toISOString())
  if (currency.code !== 'SEK' && exchange === undefined)
    throw new Error(`There is no exchange rate for ${currency.code}.`)
  const perSekMicro = exchange ?? 1_000_000
  const rate = (vatClass: string) => vatRateAt(vat, taxed, vatClass, today)
  /**
   * Returns the VAT rate that stored prices of a class include: that of the shop's own country, else its standard
   * rate.
   */
  const homeVatRate = (vatClass: string) => vatRateAt(vat, sellerCountry, vatClass, today) || homeRate
  const target = (vatClass: string): PriceTarget =>
    vatClass === voucherClass || vatClass === 'standard'
      ? { currency, perSekMicro, vatRate: vatClass === voucherClass ? homeRate : rate(vatClass) }
      : { currency, perSekMicro, vatRate: rate(vatClass), homeVatRate: homeVatRate(vatClass) }
  return { rate, target, changesAt: nextRate(vat, today) }
}

function nextRate(rows: readonly VatRow[], today: string): string | null {
  const days = rows.map(({ valid_from: from }) => from).filter((from) => from > today)
  const next = days.sort()[0]
  return next === undefined ? null : startOfDay(next)
}
