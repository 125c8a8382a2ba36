import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/** Adds the attributes that cards show in a category and below it, in their order. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'category_facts', { category_id: 'text', attribute_id: 'text', position: 'int' })
    .addPrimaryKeyConstraint('category_facts_pk', ['category_id', 'attribute_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
