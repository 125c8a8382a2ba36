import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/** Adds the attributes in which parts of a category and below it must agree to take each other's place. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'category_fit_attributes', { category_id: 'text', attribute_id: 'text' })
    .addPrimaryKeyConstraint('category_fit_attributes_pk', ['category_id', 'attribute_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
