import { currencyByCode, type CurrencyCode } from '../domain/currencies.ts'
import { locales, type Language } from '../domain/locales.ts'
import { toMajor, type Minor } from '../domain/money.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const countryNames = new Map<string, string>()
const regionNames = new Map<Language, Intl.DisplayNames>()

/** A price including VAT: 0 decimals in SEK, NOK and DKK, else 2 (spec section 9). */
export function formatPrice(amount: Minor, currency: CurrencyCode, language: Language): string {
  return priceFormat(language, currency, currencyByCode(currency)?.displayDecimals ?? 2).format(toMajor(amount))
}

/** A price excluding VAT: always 2 decimals (spec section 9). */
export function formatPriceExVat(amount: Minor, currency: CurrencyCode, language: Language): string {
  return priceFormat(language, currency, 2).format(toMajor(amount))
}

/** An exact sum, as receipts and totals need it: decimals only where there are any, or always two. */
export function formatAmount(amount: Minor, currency: CurrencyCode, language: Language): string {
  const whole = amount % 100 === 0 && currencyByCode(currency)?.displayDecimals === 0
  return priceFormat(language, currency, whole ? 0 : 2).format(toMajor(amount))
}

function priceFormat(language: Language, currency: CurrencyCode, decimals: number): Intl.NumberFormat {
  const key = `${language} ${currency} ${decimals}`
  const known = numberFormats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locales[language].iso, {
    style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals,
  })
  numberFormats.set(key, format)
  return format
}

export function formatNumber(value: number, language: Language): string {
  const known = numberFormats.get(language)
  if (known) return known.format(value)
  const format = new Intl.NumberFormat(locales[language].iso, { maximumFractionDigits: 2 })
  numberFormats.set(language, format)
  return format.format(value)
}

/** A UTC ISO time as a date in the shop's time zone. */
export function formatDate(iso: string, language: Language, style: 'date' | 'time' = 'date'): string {
  const key = `${language} ${style}`
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locales[language].iso, {
    dateStyle: 'long', timeZone: 'Europe/Stockholm', ...(style === 'time' ? { timeStyle: 'short' } : {}),
  })
  dateFormats.set(key, known)
  return known.format(new Date(iso))
}

/** A country's name in the reader's language; looked up once, since Intl takes half a millisecond for each. */
export function countryName(code: string, language: Language): string {
  const key = `${language} ${code}`
  const known = countryNames.get(key)
  if (known !== undefined) return known
  const names = regionNames.get(language) ?? new Intl.DisplayNames([locales[language].iso], { type: 'region' })
  regionNames.set(language, names)
  const name = names.of(code) ?? code
  countryNames.set(key, name)
  return name
}
