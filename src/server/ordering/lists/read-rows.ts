import type { ListFault, UnknownRow } from '../../../contracts/customer-pages/part-lists.ts'
import { maxQuantity } from '../../../domain/cart/cart-lines.ts'
import { listLengths, maxListLines, type WantedPart } from '../../../domain/lists/part-lists.ts'
import { readOrderText } from '../../../domain/orders/order-rows.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { priceLines } from '../cart/price-lines.ts'
import { findParts } from '../excel-order/find-parts.ts'
import { suggestParts } from '../excel-order/suggest-parts.ts'
import type { Shop } from '../shop.ts'

/** Twice the lines of a list: a longer text is not a list. */
const maxRows = 2 * maxListLines

export type ReadRows = { parts: WantedPart[]; unknown: UnknownRow[] } | { fault: ListFault }

/** Reads pasted part numbers and quantities as the quick order does, and finds their parts. */
export async function readRows(shop: Shop, context: ShoppingContext, text: string): Promise<ReadRows> {
  if (text.length > listLengths.pasted) return { fault: 'too_many_rows' }
  const rows = readOrderText(text)
  if (rows.length === 0) return { fault: 'nothing_to_add' }
  if (rows.length > maxRows) return { fault: 'too_many_rows' }
  const found = await findParts(
    shop,
    rows.map(({ number }) => number),
  )
  const known = rows.flatMap(({ number, quantity }) => {
    const part = found.get(number)
    return part && 'sku' in part ? [{ sku: part.sku, quantity: Math.min(quantity ?? 1, maxQuantity) }] : []
  })
  const unsure = rows.flatMap(({ number, row }) => {
    const part = found.get(number)
    return part && 'choices' in part ? [{ number, row, choices: part.choices }] : []
  })
  const named = unsure.filter(({ number }) => number !== '')
  const suggestions = await suggestParts(shop, context.language, named)
  return {
    parts: await wantedParts(shop, context, known),
    unknown: unsure.map(({ number, row }) => ({ number, row, suggestions: suggestions.get(number) ?? [] })),
  }
}

/** Names parts by their numbers, in this order; leaves out those that are not sold. */
async function wantedParts(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  context: ShoppingContext,
  items: readonly { sku: string; quantity: number }[],
): Promise<WantedPart[]> {
  const skus = [...new Set(items.map(({ sku }) => sku))]
  const wanted = skus.map((sku) => ({ sku, quantity: 1 }))
  const lines = new Map((await priceLines(db, context, wanted, now())).map((line) => [line.sku, line]))
  return items.flatMap(({ sku, quantity }) => {
    const line = lines.get(sku)
    return line ? [{ productId: line.product_id, sku, name: line.name, quantity, note: '' }] : []
  })
}
