import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Notes pictures and documents that nothing refers to, so that they are deleted after a while. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'unused_files', { kind: 'text', id: 'text', unused_since: 'text', is_gone: 'flag' })
    .addPrimaryKeyConstraint('unused_files_pk', ['kind', 'id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'product_pictures_picture', 'product_pictures', ['picture_id'])
}
