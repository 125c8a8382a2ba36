import type { DatabaseTransaction } from '../db/tables.ts'

type Changed = { readonly kind: string; readonly id: string; readonly label: string }

/** Bulk operations that write a field; their rows name a product by its article number and an order by its id. */
const writers = [
  { kind: 'product', field: 'status', operations: ['products.publish', 'products.hide'] },
  { kind: 'product', field: 'vat_class', operations: ['products.vat'] },
  { kind: 'order', field: 'hold', operations: ['orders.hold', 'orders.release'] },
] as const

/**
 * Refuses the rows of bulk runs that wait to write what somebody has written of a record by now, so that the run does
 * not overwrite what was decided after it was started.
 */
export async function refuseWaitingRows(
  trx: DatabaseTransaction,
  { kind, id, label }: Changed,
  fields: readonly string[],
): Promise<void> {
  const operations = writers.flatMap((each) =>
    each.kind === kind && fields.includes(each.field) ? [...each.operations] : [],
  )
  if (operations.length === 0) return
  await trx
    .updateTable('bulk_rows')
    .set({ state: 'refused', fault: 'changed_after_run' })
    .where('run_id', 'in', (runs) =>
      runs.selectFrom('bulk_runs').select('id').where('done_at', 'is', null).where('operation', 'in', operations),
    )
    .where('subject_id', '=', kind === 'product' ? label : id)
    .where('state', '=', 'waiting')
    .execute()
}
