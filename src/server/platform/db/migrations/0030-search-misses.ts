import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds the searches that found nothing, with their number and nothing about who searched. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'search_misses', { language: 'text', query: 'text', misses: 'int', last_at: 'text' })
    .addPrimaryKeyConstraint('search_misses_pk', ['language', 'query'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'search_misses_by_last_at', 'search_misses', ['last_at'])
}
