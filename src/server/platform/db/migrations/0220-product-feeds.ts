import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/** Adds what is known of each file for comparison sites: when it was written, and what went wrong. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'product_feeds', {
    name: 'text',
    currency: 'text',
    lease: 'text',
    leased_until: 'text',
    is_wanted: 'flag',
    tried_at: 'text?',
    written_at: 'text?',
    next_at: 'text?',
    products: 'int',
    bytes: 'int',
    failures: 'int',
    said: 'text',
  })
    .addPrimaryKeyConstraint('product_feeds_pk', ['name'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
