import type { PriceTarget } from '../../domain/product-prices.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { homeRate, vatRateAt, voucherClass, type VatRate, type VatRow } from '../../domain/vat.ts'
import type { Queryable } from '../db/tables.ts'
import { exchangeRates, vatRows } from './rate-queries.ts'

/** Turns stored prices into one shopper's; the VAT rate depends on the product's VAT class. */
export type Pricing = { target: (vatClass: string) => PriceTarget; rate: (vatClass: string) => VatRate }

/** Reads the rates in force at `now` for a currency and a country. */
export async function readPricing(db: Queryable, { currency, country }: ShoppingContext, now: Date): Promise<Pricing> {
  const at = now.toISOString()
  const vat: VatRow[] = await vatRows(db, country)
  const exchange = currency.code === 'SEK' ? undefined : await exchangeRates(db, currency.code, at)
  if (currency.code !== 'SEK' && exchange === undefined) throw new Error(`There is no exchange rate for ${currency.code}.`)
  const perSekMicro = exchange ?? 1_000_000
  const rate = (vatClass: string) => vatRateAt(vat, country, vatClass, at)
  return { rate, target: (vatClass) => ({ currency, perSekMicro, vatRate: vatClass === voucherClass ? homeRate : rate(vatClass) }) }
}
