import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { check, index, orderedByKey, table } from './columns.ts'

/** Adds customers' lists of parts, and their saved devices. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'part_lists', {
    id: 'text',
    customer_id: 'text',
    organization_id: 'text?',
    name: 'text',
    created_at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('part_lists_pk', ['id'])
    .execute()
  await index(db, 'part_lists_by_customer', 'part_lists', ['customer_id', 'updated_at'])
  await index(db, 'part_lists_by_organization', 'part_lists', ['organization_id', 'updated_at'])
  await table(db, 'part_list_lines', {
    list_id: 'text',
    product_id: 'text',
    sku: 'text',
    name: 'text',
    quantity: 'int',
    note: 'text',
    position: 'int',
  })
    .addPrimaryKeyConstraint('part_list_lines_pk', ['list_id', 'product_id'])
    .addCheckConstraint('part_list_lines_quantity', check('quantity between 1 and 5000'))
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'saved_devices', { customer_id: 'text', device_id: 'text', name: 'text', saved_at: 'text' })
    .addPrimaryKeyConstraint('saved_devices_pk', ['customer_id', 'device_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
