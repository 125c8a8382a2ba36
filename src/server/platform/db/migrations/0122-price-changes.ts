import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds changes of many prices by a rule, with a row for each product. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'price_changes', {
    id: 'text',
    state: 'text',
    choice: 'text',
    rule: 'text',
    ending: 'text',
    staff_id: 'text?',
    actor: 'text',
    created_at: 'text',
    started_at: 'text?',
    ended_at: 'text?',
    undone_at: 'text?',
    last_id: 'text',
    cursor: 'int',
    total: 'int',
    changed: 'int',
    refused: 'int',
    undone: 'int',
    kept: 'int',
  })
    .addPrimaryKeyConstraint('price_changes_pk', ['id'])
    .execute()
  await index(db, 'price_changes_by_time', 'price_changes', ['created_at', 'id'])
  await index(db, 'price_changes_by_state', 'price_changes', ['state', 'id'])
  await table(db, 'price_change_rows', {
    change_id: 'text',
    position: 'int',
    product_id: 'text',
    sku: 'text',
    state: 'text',
    reason: 'text',
    before: 'money?',
    after: 'money?',
    cost: 'money?',
    vat_rate: 'int',
    prices: 'text',
  })
    .addPrimaryKeyConstraint('price_change_rows_pk', ['change_id', 'position'])
    // Rows are written once and updated twice: PostgreSQL updates them in place where their page has room.
    .modifyEnd(kind === 'postgres' ? sql`with (fillfactor = 50)` : orderedByKey(kind))
    .execute()
  await index(db, 'price_change_rows_by_product', 'price_change_rows', ['product_id', 'change_id'])
}
