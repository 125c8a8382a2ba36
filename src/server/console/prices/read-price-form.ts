import type { ChoiceFields, RuleFields } from '../../../contracts/console/prices.ts'
import { priceEndings, type PriceEnding } from '../../../domain/money/price-endings.ts'
import { typedAmount } from '../../../domain/money/typed-amounts.ts'
import { momentAt, homeClock } from '../../../domain/places/home-clock.ts'
import type { Home } from '../../../domain/places/home.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import type { ProductChoice } from '../../../domain/products/product-choice.ts'
import { amountField, numberField } from '../../../i18n/typed-numbers.ts'
import { ConsoleError } from '../frame/console-error.ts'

const maxSkus = 1_000
const maxAmount = 1_000_000_000

/** Reads which products are chosen. Throws ConsoleError for what cannot be read. */
export function parseChoice({ skus, category, brand, from, to, status, stock }: ChoiceFields): ProductChoice {
  const lines = skus.split(/[\n\r\t,;]+/).map((sku) => sku.trim())
  const numbers = [...new Set(lines.filter((sku) => sku !== ''))]
  if (numbers.length > maxSkus) throw new ConsoleError('price_too_many_skus', { most: maxSkus })
  const choice = {
    skus: numbers.map((sku) => sku.slice(0, 100)),
    category,
    brand,
    from: from === '' ? null : parseAmount(from, 0, 'from'),
    to: to === '' ? null : parseAmount(to, 0, 'to'),
    status: status === 'published' || status === 'draft' ? status : '',
    stock: stock === 'in' || stock === 'out' ? stock : '',
  } as const
  if (choice.from !== null && choice.to !== null && choice.from > choice.to) throw new ConsoleError('price_band')
  return choice
}

/** What the fields of a stored choice show. */
export function choiceFields(choice: ProductChoice, language: Language): ChoiceFields {
  const { skus, category, brand, from, to, status, stock } = choice
  return {
    skus: skus.join('\n'),
    category,
    brand,
    from: from === null ? '' : amountField(from, language),
    to: to === null ? '' : amountField(to, language),
    status,
    stock,
  }
}

export const noRule: RuleFields = { how: 'percent', value: '', ending: 'ore' }

export function parseEnding({ ending }: Pick<RuleFields, 'ending'>): PriceEnding {
  return priceEndings.find((each) => each === ending) ?? 'ore'
}

/** Reads a share of at most two decimals as basis points: `12,5` is 1250. */
export function parseShare(text: string, { min, max }: { min: number; max: number }): number {
  const [, sign = '', whole = '', decimals = ''] =
    /^([+\u2212-]?)\s*(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? []
  const share = Number(whole + decimals.padEnd(2, '0')) * (sign === '' || sign === '+' ? 1 : -1)
  if (whole === '' || share < min || share > max) throw new ConsoleError('price_percent')
  return share
}

/** Basis points as they are typed: 1250 is `12.5`, in Swedish `12,5`. */
export function shareField(share: number, language: Language): string {
  return numberField(String(share / 100), language)
}

/** Reads an amount in minor units from `min` on; `field` is what the form calls it. Throws ConsoleError. */
export function parseAmount(text: string, min: number, field = 'value'): number {
  const amount = typedAmount(text)
  if (amount === undefined || amount < min || amount > maxAmount) throw new ConsoleError('price_amount', {}, field)
  return amount
}

/** When a period begins, by the shop's clock: a day without a time begins it. Null for an empty day. */
export function parseStart(day: string, time: string, home: Home): string | null {
  return day === '' && time === '' ? null : requireMoment(day, time || '00:00', home)
}

/** When a period ends, by the shop's clock: a day without a time is its last. Null for an empty day. */
export function parseEnd(day: string, time: string, home: Home): string | null {
  if (day === '' || time !== '') return parseStart(day, time, home)
  requireMoment(day, '00:00', home)
  return requireMoment(plusDays(day, 1), '00:00', home)
}

function requireMoment(day: string, time: string, home: Home): string {
  const moment = momentAt(day, time, home)
  if (!moment) throw new ConsoleError('content_time_invalid')
  return moment.toISOString()
}

/** The day and time that show when a period begins. */
export function startFields(iso: string | null, home: Home): { day: string; time: string } {
  return iso === null ? { day: '', time: '' } : homeClock(new Date(iso), home)
}

/** The day and time that show when a period ends; the end of a whole day is that day without a time. */
export function endFields(iso: string | null, home: Home): { day: string; time: string } {
  const { day, time } = startFields(iso, home)
  return time === '00:00' ? { day: plusDays(day, -1), time: '' } : { day, time }
}
