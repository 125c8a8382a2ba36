import { currencyByCode, type CurrencyCode } from '../domain/currencies.ts'
import { locales, type Language } from '../domain/locales.ts'
import { toMajor, type Minor } from '../domain/money.ts'

/**
 * How money is written, for every page, mail, document and command: nothing else formats an amount (a test holds to
 * that). Amounts are whole minor units. Prices are displayed rounded; what is to be paid is written exactly (decision
 * 0022).
 */
const formats = new Map<string, Intl.NumberFormat>()

/** Below this a rounded price would be too far from the truth: 0.40 kr is not "0 kr". */
const roundedFrom: Minor = 1_000

/**
 * A price including VAT as a shopper compares it: no decimals in SEK, NOK and DKK, else two (spec section 9). A price
 * below 10 kr keeps the öre that it has.
 */
export function shownPrice(amount: Minor, currency: CurrencyCode, language: Language): string {
  if (hasTwoDecimals(currency)) return written(amount, currency, language, 2)
  return Math.abs(amount) < roundedFrom ? exactSum(amount, currency, language) : written(amount, currency, language, 0)
}

/** A price or sum excluding VAT: two decimals in every currency (spec section 9). */
export function shownExVat(amount: Minor, currency: CurrencyCode, language: Language): string {
  return written(amount, currency, language, 2)
}

/**
 * What is to be paid, was paid or goes back, to the minor unit: whole kronor without decimals, all else with two. Under
 * reverse charge (`isExVat`) the sum is one excluding VAT and is written as such.
 */
export function exactSum(amount: Minor, currency: CurrencyCode, language: Language, isExVat = false): string {
  const isWhole = amount % 100 === 0 && !hasTwoDecimals(currency) && !isExVat
  return written(amount, currency, language, isWhole ? 0 : 2)
}

/** An amount of an invoice, receipt or credit note, where the columns stand under each other: always two decimals. */
export function documentAmount(amount: Minor, currency: CurrencyCode, language: Language): string {
  return written(amount, currency, language, 2)
}

/** An amount for operators and logs: `1234.50 SEK`, without grouping and the same in every language. */
export function plainAmount(amount: Minor, currency: string): string {
  return `${toMajor(amount).toFixed(2)} ${currency}`
}

function hasTwoDecimals(currency: CurrencyCode): boolean {
  return currencyByCode(currency)?.displayDecimals !== 0
}

function written(amount: Minor, currency: CurrencyCode, language: Language, decimals: 0 | 2): string {
  const key = `${language} ${currency} ${decimals}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locales[language].iso, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
  formats.set(key, format)
  return format.format(toMajor(decimals === 0 ? toWhole(amount) : amount))
}

/** Rounded half away from zero before Intl sees it, so that the browser and the server write the same. */
function toWhole(amount: Minor): Minor {
  return Math.sign(amount) * Math.round(Math.abs(amount) / 100) * 100
}
