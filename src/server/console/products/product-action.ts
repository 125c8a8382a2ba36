import { pricesOfSkus, stockOfSkus } from '../../catalog/changes/change-goods.ts'
import { shelfNames } from '../../catalog/maintenance/shelf-queries.ts'
import type { AuditedAction } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { productsBySkus } from './product-by-sku-queries.ts'

type Subject = { id: string; sku: string }

/** An action on a product whose audit entry says what changed of its status, prices, stock and shelf. */
export function productAction(
  { id, sku }: Subject,
  operation: string,
  guard: NonNullable<AuditedAction['guard']>,
): AuditedAction {
  return {
    operation,
    subject: { kind: 'product', id, label: sku },
    guard,
    fields: (trx) => productFields(trx, sku),
  }
}

async function productFields(trx: DatabaseTransaction, sku: string) {
  const [product] = await productsBySkus(trx, [sku])
  const [price] = await pricesOfSkus(trx, [sku])
  const [stock] = await stockOfSkus(trx, [sku])
  const shelf = product && (await shelfNames(trx, [product.id])).get(product.id)
  return { status: product?.status, prices: price?.prices, on_hand: stock?.on_hand, shelf: shelf ?? '' }
}
