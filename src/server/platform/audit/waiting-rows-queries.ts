import { textList } from '../db/bulk.ts'
import type { DatabaseKind } from '../db/connect.ts'
import type { DatabaseTransaction, Queryable } from '../db/tables.ts'

type Changed = { readonly kind: string; readonly id: string; readonly label: string }

/** Bulk operations that write a field; their rows name a product by its article number and an order by its id. */
const writers = [
  { kind: 'product', field: 'status', operations: ['products.publish', 'products.hide'] },
  { kind: 'product', field: 'vat_class', operations: ['products.vat'] },
  { kind: 'order', field: 'hold', operations: ['orders.hold', 'orders.release'] },
] as const

const writersOf = (kind: string, fields: readonly string[]): string[] =>
  writers.flatMap((each) => (each.kind === kind && fields.includes(each.field) ? [...each.operations] : []))

const refusal = { state: 'refused', fault: 'changed_after_run' } as const

/**
 * Refuses the rows of bulk runs that wait to write what somebody has written of a record by now, so that the run does
 * not overwrite what was decided after it was started.
 */
export async function refuseWaitingRows(
  trx: DatabaseTransaction,
  { kind, id, label }: Changed,
  fields: readonly string[],
): Promise<void> {
  const operations = writersOf(kind, fields)
  if (operations.length === 0) return
  await trx
    .updateTable('bulk_rows')
    .set(refusal)
    .where('run_id', 'in', openRunsOf(trx, operations))
    .where('subject_id', '=', kind === 'product' ? label : id)
    .where('state', '=', 'waiting')
    .execute()
}

type ProductField = 'status' | 'vat_class'

/** Tells whether a bulk run waits to write one of the fields of products. */
export async function hasOpenProductRun(db: Queryable): Promise<boolean> {
  const open = openRunsOf(db, writersOf('product', ['status', 'vat_class'] satisfies ProductField[])).limit(1)
  return (await open.executeTakeFirst()) !== undefined
}

/**
 * Refuses the rows of bulk runs that wait to write a field of products, by their article numbers, which has another
 * value by now. A row that a run works at just now is left to it: both write at the same time.
 */
export async function refuseProductRows(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  skus: readonly string[],
  field: ProductField,
): Promise<void> {
  const waiting = trx
    .selectFrom('bulk_rows')
    .select(['run_id', 'position'])
    .where('run_id', 'in', openRunsOf(trx, writersOf('product', [field])))
    .where('subject_id', 'in', textList(kind, skus))
    .where('state', '=', 'waiting')
  const rows = await (kind === 'postgres' ? waiting.forUpdate().skipLocked() : waiting).execute()
  for (const [runId, own] of Map.groupBy(rows, (row) => row.run_id))
    await trx
      .updateTable('bulk_rows')
      .set(refusal)
      .where('run_id', '=', runId)
      .where(
        'position',
        'in',
        own.map(({ position }) => position),
      )
      .execute()
}

function openRunsOf(db: Queryable, operations: readonly string[]) {
  return db.selectFrom('bulk_runs').select('id').where('done_at', 'is', null).where('operation', 'in', operations)
}
