import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/**
 * Adds which products each source has, so that two sources with one profile do not find each other's missing. Products
 * from before have no row; the next run of their source notes them.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'source_products', { product_id: 'text', source: 'text', run: 'int?', is_gone: 'flag' })
    .addPrimaryKeyConstraint('source_products_pk', ['product_id', 'source'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
