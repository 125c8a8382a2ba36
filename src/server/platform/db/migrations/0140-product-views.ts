import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/** Adds how often the page of each product was seen on each day, without anything about who saw it. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'product_views', { day: 'text', product_id: 'text', views: 'int' })
    .addPrimaryKeyConstraint('product_views_pk', ['day', 'product_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
