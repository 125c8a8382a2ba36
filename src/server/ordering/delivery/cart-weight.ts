import { unknownGrams } from '../../../domain/cart/delivery-methods.ts'
import { productType } from '../../../domain/products/products.ts'
import { setItemWeightRows } from '../../catalog/delivery/queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** A cart line and the weight of one unit in grams; null if unknown. */
export type Weighed = { product_id: string; type: number; quantity: number; grams: number | null }

/** Calculates the weight of a cart in grams. A set weighs the sum of its items, a gift card nothing. */
export async function cartWeight(db: Queryable, lines: readonly Weighed[]): Promise<number> {
  const sets = [...new Set(lines.filter(({ type }) => type === productType.set).map((line) => line.product_id))]
  const grams = new Map<string, number>()
  for (const item of sets.length > 0 ? await setItemWeightRows(db, sets) : []) {
    const { set_id: id, weight_grams: own, parent_grams: parent } = item
    grams.set(id, (grams.get(id) ?? 0) + (own || parent || unknownGrams) * item.quantity)
  }
  return lines
    .filter(({ type }) => type !== productType.giftCard)
    .reduce(
      (sum, { product_id: id, grams: own, quantity }) => sum + (grams.get(id) ?? (own || unknownGrams)) * quantity,
      0,
    )
}
