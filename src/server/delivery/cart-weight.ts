import { unknownGrams } from '../../domain/delivery-methods.ts'
import { productType } from '../../domain/products.ts'
import type { Queryable } from '../db/tables.ts'
import { pieceWeightRows, weightRows } from './queries.ts'

type Line = { product_id: string; type: number; quantity: number }
type Weight = { weight_grams: number | null; parent_grams: number | null }

/** What a cart weighs, in grams: a set is the sum of its pieces, and gift cards weigh nothing. */
export async function cartWeight(db: Queryable, lines: readonly Line[]): Promise<number> {
  const sent = lines.filter(({ type, quantity }) => quantity > 0 && type !== productType.giftCard)
  const [sets, own] = [sent.filter(isSet), sent.filter((line) => !isSet(line))]
  const single = own.length > 0 ? await weightRows(db, idsOf(own)) : []
  const pieces = sets.length > 0 ? await pieceWeightRows(db, idsOf(sets)) : []
  const grams = new Map(single.map((row) => [row.id, gramsOf(row)]))
  for (const piece of pieces) grams.set(piece.set_id, (grams.get(piece.set_id) ?? 0) + gramsOf(piece) * piece.quantity)
  return sent.reduce((sum, { product_id: id, quantity }) => sum + (grams.get(id) ?? unknownGrams) * quantity, 0)
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
