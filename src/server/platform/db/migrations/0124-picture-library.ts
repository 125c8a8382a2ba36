import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds the picture library: what editors call a picture, what it shows in each language, and who added it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'library_pictures', {
    id: 'text',
    picture_id: 'text',
    name: 'text',
    alt_en: 'text',
    alt_sv: 'text',
    width: 'int',
    height: 'int',
    bytes: 'int',
    added_at: 'text',
    added_by: 'text',
    updated_at: 'text',
    version: 'int',
  })
    .addPrimaryKeyConstraint('library_pictures_pk', ['id'])
    .addUniqueConstraint('library_pictures_once', ['picture_id'])
    .execute()
  await index(db, 'library_pictures_by_time', 'library_pictures', ['added_at', 'id'])
  await index(db, 'library_pictures_by_name', 'library_pictures', ['name', 'id'])
}
