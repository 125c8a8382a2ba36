import { divideRounded, type Minor } from './money.ts'

/** VAT rates are basis points (2500 = 25 %), so that 25.5 % stays a whole number. */
export type VatRate = number

export type VatRow = { country: string; vat_class: string; rate: VatRate; valid_from: string }

/** Stored prices include VAT at this rate, the shop's own country's standard rate. */
export const homeRate: VatRate = 2500

/**
 * Gift cards: money for later, so that no VAT is paid when they are bought but on what is bought with them
 * (multi-purpose vouchers, directive 2006/112/EC article 30b), and one price holds in every country.
 */
export const voucherClass = 'voucher'

/**
 * Countries that are part of another one for VAT: Monaco of France, the Isle of Man of Great Britain (2006/112/EC
 * article 7).
 */
const territories: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' }

/** The country whose rates hold in a country. */
export function vatCountry(country: string): string {
  return Object.hasOwn(territories, country) ? (territories[country] ?? country) : country
}

/** The price without VAT: price / VAT factor (spec section 9), rounded to minor units. */
export function exVat(incVat: Minor, rate: VatRate): Minor {
  return divideRounded(incVat * 10_000, 10_000 + rate)
}

export function vatPart(incVat: Minor, rate: VatRate): Minor {
  return incVat - exVat(incVat, rate)
}

/** The same net price with another country's VAT on it. */
export function withVatOf(incHomeVat: Minor, rate: VatRate, home: VatRate = homeRate): Minor {
  return rate === home ? incHomeVat : divideRounded(incHomeVat * (10_000 + rate), 10_000 + home)
}

/**
 * The rate in force at a moment (UTC ISO date or time): a class that a country does not have is taxed as `standard`,
 * and countries without a row charge no VAT.
 */
export function vatRateAt(rows: readonly VatRow[], country: string, vatClass: string, at: string): VatRate {
  if (vatClass === voucherClass) return 0
  return (rowAt(rows, country, vatClass, at) ?? rowAt(rows, country, 'standard', at))?.rate ?? 0
}

function rowAt(rows: readonly VatRow[], country: string, vatClass: string, at: string): VatRow | undefined {
  let best: VatRow | undefined
  for (const row of rows) {
    if (row.country !== country || row.vat_class !== vatClass || row.valid_from > at) continue
    if (!best || row.valid_from > best.valid_from) best = row
  }
  return best
}

/** The percent of the wire: 2550 -> 25.5. */
export function vatPercent(rate: VatRate): number {
  return rate / 100
}
