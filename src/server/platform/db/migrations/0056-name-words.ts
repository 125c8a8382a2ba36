import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

const batch = 2_000

/** The words of the names of people and organizations, and the indexes of the lists of sales. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'name_words', { kind: 'text', word: 'text', subject_id: 'text' })
    .addPrimaryKeyConstraint('name_words_pk', ['kind', 'word', 'subject_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  if (kind === 'postgres') await sql`alter table name_words alter column word type text collate "C"`.execute(db)
  await index(db, 'name_words_by_subject', 'name_words', ['kind', 'subject_id', 'word'])
  await fill(db, 'customer', 'customers')
  await fill(db, 'organization', 'organizations')
  await index(db, 'quotes_by_time', 'quotes', ['requested_at', 'id'])
  await index(db, 'part_requests_by_time', 'part_requests', ['requested_at', 'id'])
  await index(db, 'organizations_by_time', 'organizations', ['created_at', 'id'])
}

async function fill(db: Kysely<unknown>, of: string, from: string): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from ${sql.table(from)} where id > ${last} order by id limit ${batch}`.execute(db)
    const words = rows.flatMap(({ id, name }) => wordsOf(name).map((word) => sql`(${of}, ${word}, ${id})`))
    for (let at = 0; at < words.length; at += batch) {
      const some = sql.join(words.slice(at, at + batch))
      await sql`insert into name_words (kind, word, subject_id) values ${some}`.execute(db)
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return [...new Set(words.map((word) => word.slice(0, 40)))].slice(0, 12)
}
