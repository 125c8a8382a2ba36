import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'

/** Locks products in the order of their ids; returns those that are there. */
export async function lockProducts(trx: DatabaseTransaction, ids: readonly string[]): Promise<Set<string>> {
  const kind = kindOf(trx)
  const query = trx.selectFrom('products').select('id').where('id', 'in', textList(kind, ids)).orderBy('id')
  const rows = await (kind === 'postgres' ? query.forUpdate() : query).execute()
  return new Set(rows.map((row) => row.id))
}
