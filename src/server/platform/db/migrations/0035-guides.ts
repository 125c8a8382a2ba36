import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds repair guides with what they apply to, and how many buyers bought two parts in one order. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'guides', {
    id: 'text',
    language: 'text',
    slug: 'text',
    draft: 'text?',
    published: 'text?',
    publish_at: 'text?',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('guides_pk', ['id', 'language'])
    .addUniqueConstraint('guides_slug', ['language', 'slug'])
    .execute()
  await table(db, 'guide_targets', { kind: 'text', target: 'text', language: 'text', guide_id: 'text' })
    .addPrimaryKeyConstraint('guide_targets_pk', ['kind', 'target', 'language', 'guide_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'guide_targets_by_guide', 'guide_targets', ['guide_id', 'language'])
  await table(db, 'bought_together', { product_id: 'text', related_id: 'text', buyers: 'int' })
    .addPrimaryKeyConstraint('bought_together_pk', ['product_id', 'related_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'order_lines_by_product', 'order_lines', ['product_id', 'order_id'])
}
