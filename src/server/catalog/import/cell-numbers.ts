import { toMinor } from '../../../domain/money.ts'
import { RowProblem } from './feed-row.ts'

/** How a feed writes numbers. */
export type NumberStyle = { decimal: string; thousands: string }

const greatest = 1_000_000_000_000
const highestPrice = 10_000_000

/** The number in a cell; anything but digits, the feed's own marks and a sign is a problem of that column. */
export function numberIn(text: string, column: string, { decimal, thousands }: NumberStyle): number {
  const bare = thousands === '' ? text.trim() : text.trim().replaceAll(thousands === ' ' ? /[\s\u00A0\u202F]/g : thousands, '')
  const plain = decimal === '.' ? bare : withPoint(bare, decimal)
  const value = /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
  if (Number.isNaN(value)) throw new RowProblem(column, `"${shown(text)}" is not a number that is written with "${decimal}" before its decimals.`)
  if (Math.abs(value) > greatest) throw new RowProblem(column, `The number ${shown(text)} is too large.`)
  return value
}

/** A point in a feed whose decimals come after a comma means something else, so that it makes the number unreadable. */
function withPoint(text: string, decimal: string): string {
  return text.includes('.') ? 'unreadable' : text.replace(decimal, '.')
}

/** A price in minor units of its currency, as the feed has it; currency signs and letters around it are let through. */
export function priceIn(text: string, column: string, style: NumberStyle): number {
  const bare = text.replace(/^(?:[A-Z]{3}|[$€£]|kr)\s*|\s*(?:[A-Z]{3}|[$€£]|kr\.?|:-)$/giu, '')
  const value = numberIn(bare, column, style)
  if (value <= 0) throw new RowProblem(column, `The price ${shown(text)} is not above 0; leave the cell empty when there is no price.`)
  if (value > highestPrice) throw new RowProblem(column, `The price ${shown(text)} is above ${highestPrice}.`)
  const minor = toMinor(value)
  if (minor === 0) throw new RowProblem(column, `The price ${shown(text)} is less than the smallest coin.`)
  return minor
}

export function wholeNumberIn(text: string, column: string, style: NumberStyle, most: number): number {
  const value = numberIn(text, column, style)
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new RowProblem(column, `"${shown(text)}" is not a whole number from 0 to ${most}.`)
  }
  return value
}

/** A number as attributes store it: a point before at most that many decimals, no zeros at the end. */
export function numberText(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)))
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
