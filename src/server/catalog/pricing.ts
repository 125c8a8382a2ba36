import type { PriceTarget } from '../../domain/money/product-prices.ts'
import { vatCountry, vatRateAt, voucherClass, type VatRate, type VatRow } from '../../domain/money/vat.ts'
import { homeRules, type Home } from '../../domain/places/home.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { chargesVatIn } from '../../domain/places/taxed-countries.ts'
import { dayOf, startOfDay } from '../../domain/places/working-days.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { exchangeRates, vatRows } from './rate-queries.ts'

/** Converts stored prices for one shopper; the VAT rate depends on the product's VAT class. */
export type Pricing = {
  target: (vatClass: string) => PriceTarget
  rate: (vatClass: string) => VatRate
  /** When the next VAT rate begins to count; no cache may keep a price longer. */
  changesAt: string | null
}

type Priced = Pick<ShoppingContext, 'currency' | 'country' | 'home'>

/**
 * Reads the exchange and VAT rates at `now` for a currency and a country. `planned` are VAT rates that count beside the
 * stored ones, and in place of those of the same day.
 */
export async function readPricing(
  db: Queryable,
  { currency, country, home }: Priced,
  now: Date,
  planned: readonly VatRow[] = [],
): Promise<Pricing> {
  const today = dayOf(now, home)
  const taxed = vatCountry(country)
  const base = home.currency
  const [stored, exchange]: [VatRow[], number | undefined] = await Promise.all([
    vatRows(db, [...new Set([taxed, home.country])]),
    currency.code === base ? undefined : exchangeRates(db, currency.code, now.toISOString()),
  ])
  const vat = planned.length === 0 ? stored : [...stored.filter((row) => !planned.some(isSameDay(row))), ...planned]
  if (currency.code !== base && exchange === undefined)
    throw new Error(`There is no exchange rate for ${currency.code}.`)
  const perBaseMicro = exchange ?? 1_000_000
  const { vatInPrices } = homeRules(home)
  const rate = (vatClass: string) => chargedRate(vat, { country, home }, vatClass, today)
  /**
   * Returns the VAT rate that stored prices of a class include: that of the shop's own country, else its standard
   * rate.
   */
  const homeVatRate = (vatClass: string) =>
    vatClass === voucherClass || vatClass === 'standard'
      ? vatInPrices
      : vatRateAt(vat, home.country, vatClass, today) || vatInPrices
  const target = (vatClass: string): PriceTarget => ({
    currency,
    base,
    perBaseMicro,
    vatRate: vatClass === voucherClass ? vatInPrices : rate(vatClass),
    homeVatRate: homeVatRate(vatClass),
  })
  return { rate, target, changesAt: nextRate(vat, today, home) }
}

/** The VAT rate that the shop charges for a class on a day when it sends to a country. */
export function chargedRate(
  rows: readonly VatRow[],
  { country, home }: Pick<Priced, 'country' | 'home'>,
  vatClass: string,
  day: string,
): VatRate {
  const taxed = vatCountry(country)
  return chargesVatIn(taxed, home) ? vatRateAt(rows, taxed, vatClass, day) : 0
}

function isSameDay(row: VatRow) {
  return (other: VatRow) =>
    row.country === other.country && row.vat_class === other.vat_class && row.valid_from === other.valid_from
}

function nextRate(rows: readonly VatRow[], today: string, home: Home): string | null {
  const days = rows.map(({ valid_from: from }) => from).filter((from) => from > today)
  const next = days.sort()[0]
  return next === undefined ? null : startOfDay(next, home)
}
