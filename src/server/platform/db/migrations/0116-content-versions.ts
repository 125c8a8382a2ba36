import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { counter, index, table } from './columns.ts'

/** Adds the versions of content, who has which item open in the console, and the picture library. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql`create table content_versions (
    number ${counter(kind)},
    kind text not null,
    item text not null,
    language text not null,
    at text not null,
    author text not null,
    event text not null,
    slug text not null,
    title text not null,
    description text not null,
    body text,
    is_hidden integer not null
  )`.execute(db)
  await index(db, 'content_versions_by_item', 'content_versions', ['kind', 'item', 'language', 'number'])
  await table(db, 'content_readers', { kind: 'text', item: 'text', staff_id: 'text', name: 'text', at: 'text' })
    .addPrimaryKeyConstraint('content_readers_pk', ['kind', 'item', 'staff_id'])
    .execute()
}
