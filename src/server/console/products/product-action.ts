import { pricesOfSkus, stockOfSkus } from '../../catalog/changes/change-goods.ts'
import type { AuditedAction } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { productsBySkus } from './product-by-sku-queries.ts'

type Subject = { id: string; sku: string }

/** An action on a product whose audit entry says what changed of its status, prices and stock. */
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
  return { status: product?.status, prices: price?.prices, on_hand: stock?.on_hand }
}
