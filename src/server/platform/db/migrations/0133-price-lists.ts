import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds lists of net prices that were agreed with customers and organizations, with the history of their rows. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'price_lists', {
    id: 'text',
    name: 'text',
    currency: 'text',
    starts_at: 'text',
    ends_at: 'text',
    version: 'int',
    row_count: 'int',
    actor: 'text',
    created_at: 'text',
    changed_at: 'text',
  })
    .addPrimaryKeyConstraint('price_lists_pk', ['id'])
    .execute()
  await index(db, 'price_lists_by_name', 'price_lists', ['name', 'id'])
  await index(db, 'price_lists_by_change', 'price_lists', ['changed_at', 'id'])
  await index(db, 'price_lists_by_end', 'price_lists', ['ends_at', 'id'])
  await table(db, 'price_list_buyers', { list_id: 'text', kind: 'text', buyer_id: 'text' })
    .addPrimaryKeyConstraint('price_list_buyers_pk', ['list_id', 'kind', 'buyer_id'])
    .execute()
  await index(db, 'price_list_buyers_by_buyer', 'price_list_buyers', ['buyer_id', 'list_id'])
  await table(db, 'price_list_rows', { list_id: 'text', product_id: 'text', min_quantity: 'int', amount: 'money' })
    .addPrimaryKeyConstraint('price_list_rows_pk', ['list_id', 'product_id', 'min_quantity'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'price_list_rows_by_product', 'price_list_rows', ['product_id'])
  await table(db, 'price_list_changes', {
    list_id: 'text',
    version: 'int',
    actor: 'text',
    created_at: 'text',
    changed: 'int',
    kept: 'int',
    undoes: 'int?',
  })
    .addPrimaryKeyConstraint('price_list_changes_pk', ['list_id', 'version'])
    .execute()
  await table(db, 'price_list_changed_rows', {
    list_id: 'text',
    version: 'int',
    product_id: 'text',
    min_quantity: 'int',
    before: 'money?',
    after: 'money?',
  })
    .addPrimaryKeyConstraint('price_list_changed_rows_pk', ['list_id', 'version', 'product_id', 'min_quantity'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
