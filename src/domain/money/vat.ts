import { timesDivided, type Minor } from './money.ts'

/** A VAT rate in basis points (2500 = 25 %), so that 25.5 % is a whole number. */
export type VatRate = number

export type VatRow = { country: string; vat_class: string; rate: VatRate; valid_from: string }

/**
 * The VAT class of gift cards. They are multi-purpose vouchers (directive 2006/112/EC article 30b): VAT is due on what
 * is bought with them, not on the card, so one price holds in every country.
 */
export const voucherClass = 'voucher'

/**
 * Territories that belong to another country for VAT: Monaco to France, the Isle of Man to Great Britain (2006/112/EC
 * article 7).
 */
const territories: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' }

/** The country whose VAT rates apply. */
export function vatCountry(country: string): string {
  return Object.hasOwn(territories, country) ? (territories[country] ?? country) : country
}

/** The price without VAT: price / VAT factor (spec section 9), rounded to minor units. */
export function exVat(incVat: Minor, rate: VatRate): Minor {
  return timesDivided(incVat, 10_000, 10_000 + rate)
}

/** The VAT in an amount with VAT, in minor units. */
export function vatPart(incVat: Minor, rate: VatRate): Minor {
  return incVat - exVat(incVat, rate)
}

/** Replaces the home country's VAT by another country's; the net price stays the same. */
export function withVatOf(incHomeVat: Minor, rate: VatRate, home: VatRate): Minor {
  return rate === home ? incHomeVat : timesDivided(incHomeVat, 10_000 + rate, 10_000 + home)
}

/**
 * The VAT rate in force at a moment (UTC ISO date or time). A class that a country does not have falls back to
 * `standard`; countries without rows charge no VAT.
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

/** The rate in percent, as sent over the API: 2550 becomes 25.5. */
export function vatPercent(rate: VatRate): number {
  return rate / 100
}
