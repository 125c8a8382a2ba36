import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'

/**
 * Lets PostgreSQL collect new search terms and add them to the index some hundred documents at a time, which takes a
 * fifth of the time. A search reads what is not added yet, at most 512 kB.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return
  for (const index of ['search_documents_by_word', 'search_documents_by_piece'])
    await sql`alter index ${sql.ref(index)} set (fastupdate = on, gin_pending_list_limit = 512)`.execute(db)
}
