import type { InferResult } from 'kysely'
import { unknownGrams } from '../../domain/delivery-methods.ts'
import { productType } from '../../domain/products.ts'
import type { pieceWeightRows, weightRows } from './queries.ts'

export type Line = { product_id: string; type: number; quantity: number }
type Weight = { weight_grams: number | null; parent_grams: number | null }

/** The products of a cart that have a weight: by themselves, and sets, which weigh what their pieces do. Gift cards have none. */
export function weighed(lines: readonly Line[]): { own: string[]; sets: string[] } {
  const sent = lines.filter(hasWeight)
  return { own: idsOf(sent.filter((line) => !isSet(line))), sets: idsOf(sent.filter(isSet)) }
}

type Weights = { single: InferResult<ReturnType<typeof weightRows>>; pieces: InferResult<ReturnType<typeof pieceWeightRows>> }

/** What a cart weighs, in grams. */
export function cartWeight(lines: readonly Line[], { single, pieces }: Weights): number {
  const sent = lines.filter(hasWeight)
  const grams = new Map(single.map((row) => [row.id, gramsOf(row)]))
  for (const piece of pieces) grams.set(piece.set_id, (grams.get(piece.set_id) ?? 0) + gramsOf(piece) * piece.quantity)
  return sent.reduce((sum, { product_id: id, quantity }) => sum + (grams.get(id) ?? unknownGrams) * quantity, 0)
}

function hasWeight({ type, quantity }: Line): boolean {
  return quantity > 0 && type !== productType.giftCard
}

function isSet({ type }: Line): boolean {
  return type === productType.set
}

function idsOf(lines: readonly Line[]): string[] {
  return [...new Set(lines.map((line) => line.product_id))]
}

function gramsOf({ weight_grams: own, parent_grams: parent }: Weight): number {
  return own || parent || unknownGrams
}
