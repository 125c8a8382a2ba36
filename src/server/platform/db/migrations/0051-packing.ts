import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds operations on many records at once, with what came of each, and what packers have scanned. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'bulk_runs', {
    id: 'text',
    staff_id: 'text',
    actor: 'text',
    address: 'text',
    operation: 'text',
    created_at: 'text',
    done_at: 'text?',
  })
    .addPrimaryKeyConstraint('bulk_runs_key', ['id'])
    .execute()
  await index(db, 'bulk_runs_open', 'bulk_runs', ['done_at', 'id'])
  await table(db, 'bulk_rows', {
    run_id: 'text',
    position: 'int',
    subject_id: 'text',
    subject: 'text',
    state: 'text',
    fault: 'text',
  })
    .addPrimaryKeyConstraint('bulk_rows_key', ['run_id', 'position'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'returns_by_time', 'returns', ['requested_at', 'id'])
  await table(db, 'packing_scans', {
    id: 'text',
    order_id: 'text',
    key: 'text',
    position: 'int',
    is_short: 'flag',
    actor: 'text',
  })
    .addPrimaryKeyConstraint('packing_scans_key', ['id'])
    .addUniqueConstraint('packing_scans_once', ['order_id', 'key'])
    .execute()
}
