import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds originals of pictures, which are kept as they were sent, and the parts of pictures that staff chose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'picture_originals', { id: 'text', bytes: 'int' })
    .addPrimaryKeyConstraint('picture_originals_pk', ['id'])
    .execute()
  await table(db, 'picture_crops', {
    id: 'text',
    original_id: 'text',
    x: 'int',
    y: 'int',
    width: 'int',
    height: 'int',
  })
    .addPrimaryKeyConstraint('picture_crops_pk', ['id'])
    .execute()
  await index(db, 'picture_crops_original', 'picture_crops', ['original_id'])
}
