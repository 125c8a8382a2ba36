import { currencyByCode, type CurrencyCode } from '../domain/money/currencies.ts'
import { toMajor, type Minor } from '../domain/money/money.ts'
import { locales, type Language } from '../domain/places/locales.ts'

/**
 * Formats money for every page, mail, document and command; nothing else may format an amount (enforced by a test).
 * Amounts are whole minor units. Prices are displayed rounded; amounts to pay are written exactly (decision 0022).
 */
const formats = new Map<string, Intl.NumberFormat>()

/** Below this amount, rounding to whole kronor would be misleading: 0.40 kr is not "0 kr". */
const roundedFrom: Minor = 1_000

/**
 * A price including VAT as displayed: no decimals in SEK, NOK and DKK, else two (spec section 9). A price below 10 kr
 * keeps its öre.
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
 * An amount to pay, paid or refunded, exact to the minor unit: whole kronor without decimals, otherwise two. Under
 * reverse charge (`isExVat`) the amount excludes VAT and always has two decimals.
 */
export function exactSum(amount: Minor, currency: CurrencyCode, language: Language, isExVat = false): string {
  const isWhole = amount % 100 === 0 && !hasTwoDecimals(currency) && !isExVat
  return written(amount, currency, language, isWhole ? 0 : 2)
}

/** An amount on an invoice, receipt or credit note: always two decimals, so that columns align. */
export function documentAmount(amount: Minor, currency: CurrencyCode, language: Language): string {
  return written(amount, currency, language, 2)
}

/** A limit of a range of prices, in units of the currency, with decimals only where it has some: `€40`, `79 kr`. */
export function priceLimit(units: number, currency: CurrencyCode, language: Language): string {
  return limitFormat(currency, language).format(units)
}

/** A range of prices as a chip shows it: `40–60 kr`, `≥ 40 kr`, `≤ 60 kr`. */
export function shownPriceRange(
  { from, to }: { from: number | null; to: number | null },
  currency: CurrencyCode,
  language: Language,
): string {
  if (from !== null && to !== null) return limitFormat(currency, language).formatRange(from, to)
  return `${from === null ? '≤' : '≥'} ${priceLimit(from ?? to ?? 0, currency, language)}`
}

function limitFormat(currency: CurrencyCode, language: Language): Intl.NumberFormat {
  return new Intl.NumberFormat(locales[language].iso, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
}

/** An amount in a cell of a table whose heading names the currency: `1234.50`. */
export function amountCell(amount: Minor): string {
  return toMajor(amount).toFixed(2)
}

/** An amount for operators and logs: `1234.50 SEK`, without grouping and the same in every language. */
export function plainAmount(amount: Minor, currency: string): string {
  return `${amountCell(amount)} ${currency}`
}

const plain = /^(-?\d+)\.(\d\d) ([A-Z]{3})$/

/** An amount that `plainAmount` wrote as its reader writes it; undefined for any other text. */
export function readableAmount(text: string, language: Language): string | undefined {
  const [, units = '', hundredths = '', code = ''] = plain.exec(text) ?? []
  const currency = currencyByCode(code)
  return currency && documentAmount(Number(units + hundredths), currency.code, language)
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
  return format.format(toMajor(decimals === 0 ? roundToWholeUnits(amount) : amount))
}

/** Rounds half away from zero before Intl formats, so that browser and server give the same text. */
function roundToWholeUnits(amount: Minor): Minor {
  return Math.sign(amount) * Math.round(Math.abs(amount) / 100) * 100
}
