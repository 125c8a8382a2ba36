import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { Home } from '../../../domain/places/home.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { readRange, writeRange, type NumberRange } from './number-range.ts'

/** What a shopper chose of an attribute: single values and one range, each of which a product may meet. */
export type AttributeChoice = { attribute: string; values: readonly string[]; range: NumberRange | undefined }
/** A range of prices as shown, in major units; `isExVat` when it is meant without VAT. */
export type PriceChoice = NumberRange & { isExVat: boolean }

const maxPairs = 20
const exVatMark = 'ex'

/** Reads the attribute filter: `a:1~a:2~b:10..20` -> a is 1 or 2, and b is between 10 and 20. */
export function attributeChoices(filter: string | undefined): AttributeChoice[] {
  const choices = new Map<string, { values: Set<string>; range: NumberRange | undefined }>()
  for (const pair of (filter ?? '').split('~').slice(0, maxPairs)) {
    const at = pair.indexOf(':')
    if (at < 1 || at === pair.length - 1) continue
    const [attribute, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const choice = choices.get(attribute) ?? { values: new Set(), range: undefined }
    const range = readRange(value)
    if (range) choice.range = range
    else choice.values.add(value)
    choices.set(attribute, choice)
  }
  return [...choices].map(([attribute, { values, range }]) => ({ attribute, values: [...values], range }))
}

function writeAttributeChoices(choices: readonly AttributeChoice[]): string | undefined {
  const pairs = choices.flatMap(({ attribute, values, range }) => [
    ...values.map((value) => `${attribute}:${value}`),
    ...(range ? [`${attribute}:${writeRange(range)}`] : []),
  ])
  return pairs.length > 0 ? pairs.join('~') : undefined
}

/** Returns the attribute filter with another range of one attribute, or none. */
export function withRange(
  filter: string | undefined,
  attribute: string,
  range: NumberRange | undefined,
): string | undefined {
  const choices = attributeChoices(filter)
  const others = choices.filter((choice) => choice.attribute !== attribute)
  const values = choices.find((choice) => choice.attribute === attribute)?.values ?? []
  return writeAttributeChoices([...others, { attribute, values, range }])
}

/** Reads the price filter: `100..500`, or `ex100..500` without VAT. */
export function priceChoice(price: string | undefined): PriceChoice | undefined {
  const isExVat = price?.startsWith(exVatMark) ?? false
  const range = readRange((price ?? '').slice(isExVat ? exVatMark.length : 0))
  return range && { ...range, isExVat }
}

export function writePriceChoice({ isExVat, ...range }: PriceChoice): string {
  return `${isExVat ? exVatMark : ''}${writeRange(range)}`
}

const maxDaysAhead = 366

/** Reads the wanted day of delivery; undefined for days that have been or are more than a year away. */
export function dayChoice(by: string | undefined, now: Date, home: Home): string | undefined {
  const today = dayOf(now, home)
  return by !== undefined && by >= today && by <= plusDays(today, maxDaysAhead) ? by : undefined
}

/** Splits a list in an address, such as `brand=acer,dell`. */
export function listOf(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))]
}

/** Whether a filter is chosen, other than the device. */
export function hasChoices({ brand, kind, stock, by, filter, price }: ListQuery): boolean {
  return Boolean(brand) || Boolean(kind) || stock === 'in' || Boolean(by) || Boolean(filter) || Boolean(price)
}
