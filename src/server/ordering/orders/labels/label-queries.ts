import type { DatabaseTransaction, NewRow, Queryable } from '../../../platform/db/tables.ts'

/** The labels of some orders, each order's in the order of the alphabet. */
export async function labelsOf(db: Queryable, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_labels')
    .select(['order_id', 'label'])
    .where('order_id', 'in', orderIds)
    .orderBy('label_key')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id: id }) => id)
  return new Map([...byOrder].map(([id, own]) => [id, own.map(({ label }) => label)]))
}

/** Adds labels to an order; one that it has stays as it is written there. */
export async function insertLabels(trx: DatabaseTransaction, rows: readonly NewRow<'order_labels'>[]): Promise<void> {
  await trx
    .insertInto('order_labels')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['order_id', 'label_key']).doNothing())
    .execute()
}

export async function deleteLabels(trx: DatabaseTransaction, orderId: string, keys?: readonly string[]): Promise<void> {
  const own = trx.deleteFrom('order_labels').where('order_id', '=', orderId)
  await (keys ? own.where('label_key', 'in', keys) : own).execute()
}

/** The labels that were used last, to choose from; each once. */
export async function newestLabels(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('order_labels')
    .select(({ fn }) => ['label_key', fn.max('label').as('label'), fn.max('at').as('newest')])
    .groupBy('label_key')
    .orderBy('newest', 'desc')
    .orderBy('label_key')
    .limit(limit)
    .execute()
  return rows.map(({ label }) => label)
}
