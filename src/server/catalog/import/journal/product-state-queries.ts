import { hasOpenProductRun, refuseProductRows } from '../../../platform/audit/waiting-rows-queries.ts'
import { textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'

/**
 * Does what changes products. Rows of bulk runs that wait to change the status or the VAT class of one whose status or
 * class is another afterwards are refused, as after a change by a person.
 */
export async function refusingWaitingRows<Result>(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  ids: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const isWaiting = ids.length > 0 && (await hasOpenProductRun(trx))
  const before = new Map(isWaiting ? (await statesOf(trx, kind, ids)).map((row) => [row.id, row]) : [])
  const result = await change()
  if (before.size === 0) return result
  const after = await statesOf(trx, kind, [...before.keys()])
  for (const field of ['status', 'vat_class'] as const) {
    const skus = after.filter((row) => before.get(row.id)?.[field] !== row[field]).map(({ sku }) => sku)
    if (skus.length > 0) await refuseProductRows(trx, kind, skus, field)
  }
  return result
}

function statesOf(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  return trx
    .selectFrom('products')
    .select(['id', 'sku', 'status', 'vat_class'])
    .where('id', 'in', textList(kind, ids))
    .execute()
}
