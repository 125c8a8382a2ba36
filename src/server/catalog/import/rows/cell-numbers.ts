import { currencyCodes, type CurrencyCode } from '../../../../domain/money/currencies.ts'
import { toMinor } from '../../../../domain/money/money.ts'
import { RowProblem } from '../feeds/feed-row.ts'

/** How a feed writes numbers. */
export type NumberStyle = { decimal: string; thousands: string }

const maxNumber = 1_000_000_000_000
const maxPrice = 10_000_000
/** Most units of a product on the shelf. */
export const maxStock = 1_000_000
const currencyAround = new RegExp(
  `^(?:${currencyCodes.join('|')}|[$€£]|kr)\\s*|\\s*(?:${currencyCodes.join('|')}|[$€£]|kr\\.?|:-)$`,
  'giu',
)

/** Parses the number in a cell; throws RowProblem for anything but digits, the feed's own separators and a sign. */
export function parseNumber(text: string, column: string, { decimal, thousands }: NumberStyle): number {
  const [whole = '', decimals, ...more] = text.trim().split(decimal)
  const digits = thousands === '' ? whole : withoutMarks(whole, thousands)
  const plain = more.length === 0 ? `${digits}.${decimals ?? ''}` : 'unreadable'
  const value = /^-?(?:\d+\.\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
  if (Number.isNaN(value)) throw new RowProblem(column, 'not_number', { text: truncated(text), decimal })
  if (Math.abs(value) > maxNumber) throw new RowProblem(column, 'number_large', { text: truncated(text) })
  return value
}

/** Removes thousands separators that separate groups of three digits; others stay and make the number invalid. */
function withoutMarks(whole: string, thousands: string): string {
  const pieces = (thousands === ' ' ? whole.replace(/[\u00A0\u202F]/g, ' ') : whole).split(thousands)
  const isGrouped = /^-?\d{1,3}$/.test(pieces[0] ?? '') && pieces.slice(1).every((piece) => /^\d{3}$/.test(piece))
  return isGrouped ? pieces.join('') : whole
}

/**
 * Parses a price in minor units; ignores signs and letters of its currency around it. Throws RowProblem for those of
 * another currency.
 */
export function parsePrice(text: string, column: string, style: NumberStyle, currency: CurrencyCode): number {
  return parseAmount('price', text, { column, style, currency })
}

/** Parses what a part costs the shop in the same way. */
export function parseCost(text: string, column: string, style: NumberStyle, currency: CurrencyCode): number {
  return parseAmount('cost', text, { column, style, currency })
}

type AmountCell = { column: string; style: NumberStyle; currency: CurrencyCode }

function parseAmount(noun: 'price' | 'cost', cell: string, { column, style, currency }: AmountCell): number {
  const text = truncated(cell)
  const bare = cell.trim().replace(currencyAround, '')
  const named = currencyIn(cell)
  if (named !== undefined && !named.includes(currency))
    throw new RowProblem(column, `${noun}_currency`, { text, currency })
  const value = parseNumber(bare, column, style)
  if (value <= 0) throw new RowProblem(column, `${noun}_zero`, { text })
  if (value > maxPrice) throw new RowProblem(column, `${noun}_high`, { text, most: maxPrice })
  const minor = toMinor(value)
  if (minor === 0) throw new RowProblem(column, `${noun}_small`, { text })
  return minor
}

/** The currencies that a price may be in by the letters or the sign at it. */
function currencyIn(text: string): readonly CurrencyCode[] | undefined {
  const upper = text.toUpperCase()
  const named = currencyCodes.find((code) => upper.includes(code))
  if (named !== undefined) return [named]
  if (text.includes('€')) return ['EUR']
  if (text.includes('£')) return ['GBP']
  if (text.includes('$')) return ['USD']
  return /kr|:-/i.test(text) ? ['SEK', 'NOK', 'DKK'] : undefined
}

export function parseWholeNumber(text: string, column: string, style: NumberStyle, max: number): number {
  const value = parseNumber(text, column, style)
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new RowProblem(column, 'not_whole', { text: truncated(text), most: max })
  }
  return value
}

/** Formats a number as attributes store it: decimal point, at most `decimals` decimals, no trailing zeros. */
export function numberText(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)))
}

function truncated(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
