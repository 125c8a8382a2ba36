import { clampQuantity, maxQuantity } from '../cart/cart-lines.ts'
import { readQuantity } from '../orders/order-rows.ts'
import { oneLine } from '../orders/part-requests.ts'

/** Limits of a customer's lists, and of the parts in one of them. */
export const maxLists = 100
export const maxListLines = 500
/** Lengths in characters, of pasted part numbers in all. */
export const listLengths = { name: 80, note: 120, pasted: 50_000 } as const

/** A part to put on a list. */
export type WantedPart = { productId: string; sku: string; name: string; quantity: number; note: string }
/** A line of a list; `position` orders the lines. */
export type PlacedPart = WantedPart & { position: number }

/** Puts a typed name or note on one line, without control characters, cut to its length. */
export function listText(typed: string, maxLength: number): string {
  return oneLine(typed).slice(0, maxLength).trim()
}

/** Parses a typed quantity: a whole number from 1, at most 5,000; null for anything else. */
export function listQuantity(typed: string): number | null {
  const quantity = readQuantity(typed)
  return quantity === null || quantity < 1 ? null : Math.min(quantity, maxQuantity)
}

/**
 * Adds parts to a list: quantities of a part that is already there are added up, other parts follow at the end. Returns
 * the lines that are new or changed; a new line keeps its note, a known line its own.
 */
export function addedToList(lines: readonly PlacedPart[], added: readonly WantedPart[]): PlacedPart[] {
  const changed = new Map<string, PlacedPart>()
  const known = new Map(lines.map((line) => [line.productId, line]))
  let next = 1 + Math.max(0, ...lines.map(({ position }) => position))
  for (const part of added) {
    const before = changed.get(part.productId) ?? known.get(part.productId)
    const line = before
      ? { ...before, quantity: clampQuantity(before.quantity + part.quantity, 1) }
      : { ...part, quantity: clampQuantity(part.quantity, 1), position: next++ }
    changed.set(part.productId, line)
  }
  return [...changed.values()]
}

/** Moves one id a step up or down; the first stays first and the last stays last. */
export function movedBy(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const at = ids.indexOf(id)
  const other = ids[at + step]
  if (at < 0 || other === undefined) return [...ids]
  return ids.with(at, other).with(at + step, id)
}

/** The anchor of a line on the page of its list. */
export function lineAnchor(productId: string): string {
  return `part-${productId}`
}
