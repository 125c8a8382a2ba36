import { readOrderText, readQuantity } from './order-rows.ts'

const statuses = ['open', 'answered', 'closed'] as const
export type PartRequestStatus = (typeof statuses)[number]
export const partRequestStatuses: readonly PartRequestStatus[] = statuses

/** What somebody asked for, where it is not just the number of the part that they were quoted; else null. */
export function otherWords(asked: string | undefined, sku: string): string | null {
  return asked === undefined || asked.toUpperCase() === sku.toUpperCase() ? null : asked
}

export const maxRequestLines = 20
export const maxRequestTextLength = 200
const maxUnits = 9_999

/** A requested part: its number, or what it is in the shopper's own words. */
export type RequestLine = { text: string; quantity: number }

/**
 * Reads one part per line: number and quantity as in a quick order. A description keeps its own numbers and commas:
 * "fan for ThinkPad 13" is one part, and so is "keyboard, Swedish, 2" with the quantity 2.
 */
export function readRequestLines(text: string): RequestLine[] {
  const written = text.split(/\r\n|\r|\n/)
  const named = readOrderText(text).filter(({ number }) => number !== '')
  return named.map(({ row, number, quantity, asked }) => {
    const line = written[row - 1] ?? ''
    const part = { text: partText(number), quantity: clamped(quantity ?? 1) }
    const whole = { ...part, text: partText(line) }
    if (quantity === null) return whole
    if (/[\t;]/.test(line)) return part
    if (line.includes(',')) return line.split(',').length > 2 ? whole : part
    return number.includes(' ') && !/\D/.test(asked) && asked !== '1' ? { ...whole, quantity: 1 } : part
  })
}

/** Parses the quantity of a single part; nothing typed is 1, null for what is no whole number above 0. */
export function requestQuantity(typed: string): number | null {
  const quantity = typed === '' ? 1 : readQuantity(typed)
  return quantity === null || quantity < 1 || quantity > maxUnits ? null : quantity
}

function clamped(quantity: number): number {
  return Math.min(maxUnits, Math.max(1, quantity))
}

/** Removes control characters, which databases and terminals reject, and puts a text on one line. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes control characters except line breaks. */
export function plainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}

function partText(text: string): string {
  return oneLine(text).slice(0, maxRequestTextLength).trim()
}
