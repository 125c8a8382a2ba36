import { homeRules, type Home } from '../domain/places/home.ts'
import { locales, type Language } from '../domain/places/locales.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const countryNames = new Map<string, string>()
const regionNames = new Map<Language, Intl.DisplayNames>()

export function formatNumber(value: number, language: Language): string {
  const known = numberFormats.get(language)
  if (known) return known.format(value)
  const format = new Intl.NumberFormat(locales[language].iso, { maximumFractionDigits: 2 })
  numberFormats.set(language, format)
  return format.format(value)
}

const measureFormats = new Map<Language, Intl.NumberFormat>()

/** The number of a measure: `1650`, `26,000`, `0.125`. As on labels, four digits stand without a separator. */
export function formatMeasure(value: number, language: Language): string {
  const format =
    measureFormats.get(language) ??
    new Intl.NumberFormat(locales[language].iso, { maximumFractionDigits: 4, useGrouping: 'min2' })
  measureFormats.set(language, format)
  return format.format(value)
}

/** A number as it is typed into a field: without separators, with the decimal sign of the language. */
export function typedNumber(value: number, language: Language): string {
  return language === 'sv' ? String(value).replace('.', ',') : String(value)
}

/** A number of percent as the language writes it: `12.5%`, in Swedish `12,5 %`, which never breaks. */
export function formatPercent(percent: number, language: Language): string {
  return `${formatNumber(percent, language)}${language === 'sv' ? '\u00A0' : ''}%`
}

/** A size in megabytes, or gigabytes, to one decimal: `0.4 MB`; what is smaller has `0.1 MB`. */
export function formatBytes(bytes: number, language: Language): string {
  if (bytes >= 1_000_000_000) return `${formatNumber(Math.round(bytes / 100_000_000) / 10, language)} GB`
  return `${formatNumber(Math.max(0.1, Math.round(bytes / 100_000) / 10), language)} MB`
}

/** Whom a date is written for, and the country by whose clock. */
type Reader = { language: Language; home: Pick<Home, 'country'> }

/** A UTC ISO time as a date in the shop's time zone. */
export function formatDate(iso: string, { language, home }: Reader, style: 'date' | 'time' = 'date'): string {
  const { timeZone } = homeRules(home)
  const key = `${language} ${style} ${timeZone}`
  const known =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(locales[language].iso, {
      dateStyle: 'long',
      timeZone,
      ...(style === 'time' ? { timeStyle: 'short' } : {}),
    })
  dateFormats.set(key, known)
  return known.format(new Date(iso))
}

/**
 * A moment as tables show it, in the shop's time zone: `2026-11-23 19:35`, in English `23 Nov 2026, 19:35`; with
 * `day` without its time.
 */
export function formatMoment(iso: string, { language, home }: Reader, style: 'moment' | 'day' = 'moment'): string {
  const { timeZone } = homeRules(home)
  const key = `${language} ${style} of tables ${timeZone}`
  const known =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(locales[language].iso, {
      dateStyle: language === 'sv' ? 'short' : 'medium',
      timeZone,
      ...(style === 'moment' ? { timeStyle: 'short' } : {}),
    })
  dateFormats.set(key, known)
  return unbroken(known.format(new Date(iso)))
}

/** `23 Nov 2026, 19:35` with spaces that do not break, but before the time. */
function unbroken(moment: string): string {
  return moment.replace(/^(\d+) (\S+) (\d+)/, '$1\u00A0$2\u00A0$3')
}

/** A day of the shop's calendar (`2026-11-23`) as tables show it: as it is, in English `23 Nov 2026`. */
export function formatDay(day: string, reader: Reader): string {
  return formatMoment(`${day}T12:00:00.000Z`, reader, 'day')
}

/** Periods of days as texts: a day's product pages show few of them, and Intl takes long for each. */
const knownDays = new Map<string, string>()
const maxKnownDays = 500

/** One day or a period of days (`2026-06-15`), short, with weekdays: `Tue 24 – Wed 25 Nov`. */
export function formatDays(first: string, last: string, language: Language): string {
  const period = `${language} ${first} ${last}`
  const text = knownDays.get(period) ?? daysText(first, last, language)
  if (knownDays.size >= maxKnownDays) knownDays.clear()
  knownDays.set(period, text)
  return text
}

function daysText(first: string, last: string, language: Language): string {
  const key = `${language} days`
  const known =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(locales[language].iso, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
  dateFormats.set(key, known)
  // Swedish months end with a full stop, which would stand in the middle of a sentence.
  return known.formatRange(new Date(first), new Date(last)).replace(/\.(?=–|$)/g, '')
}

/**
 * A time of a clock (`15:30`) in a sentence: `15.30` in Swedish, which writes whole hours without minutes, and
 * `15:30 (Stockholm)` in English, whose readers live elsewhere.
 */
export function formatTime(time: string, timeZone: string, language: Language): string {
  if (language === 'sv') return time.replace(':', '.').replace(/^0?(\d+)\.00$/, '$1')
  return `${time} (${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')})`
}

const alternatives = new Map<Language, Intl.ListFormat>()

/** Words of which one is meant, in a sentence: `card, invoice or Swish`. */
export function formatAlternatives(words: readonly string[], language: Language): string {
  const known = alternatives.get(language) ?? new Intl.ListFormat(locales[language].iso, { type: 'disjunction' })
  alternatives.set(language, known)
  return known.format(words)
}

/** A language's name in the reader's language. */
export function languageName(code: string, language: Language): string {
  return new Intl.DisplayNames([locales[language].iso], { type: 'language' }).of(code) ?? code
}

/** A country's name in the reader's language; cached, because Intl takes half a millisecond for each. */
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
