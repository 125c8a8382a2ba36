import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/tables.ts'
import { documentRow } from './document-row.ts'
import type { NumberedDocument, SearchEngine } from './engine.ts'
import { threes, type Term, type TermGroup } from './search-terms.ts'

const indexLock = 7_341_002

/**
 * GIN over lists of terms that we make ourselves: both databases find the same, and no extension is needed. For a
 * common term the planner walks the documents in order until the limit is reached, for a rare one it asks the index.
 */
export const postgresEngine: SearchEngine = { lock, write, remove, settle, withTerms, withNumber }

async function lock(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${indexLock})`.execute(trx)
}

async function write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void> {
  const rows = documents.map((document) => ({ ...documentRow(document), ...termsOf(document) }))
  await sql`
    insert into search_documents (doc, seq, product_id, title_en, title_sv, numbers, words, pieces)
    select doc, seq, product_id, title_en, title_sv, numbers, array_to_tsvector(words), array_to_tsvector(pieces)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (doc bigint, seq bigint, product_id text, title_en text, title_sv text, numbers text, words text[], pieces text[])`.execute(trx)
}

function termsOf({ terms, numbers }: NumberedDocument) {
  return { words: terms.join(' ').split(' ').filter(Boolean), pieces: numbers.flatMap(threes) }
}

async function remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void> {
  await sql`delete from search_documents where doc = any(${docs}::bigint[])`.execute(trx)
}

/** The planner chooses between the index and a walk by how common it believes a term to be. */
async function settle(trx: DatabaseTransaction): Promise<void> {
  await sql`analyze search_documents, search_vocabulary, search_word_endings, search_misspellings`.execute(trx)
}

async function withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]> {
  const match = groups.map((group) => `(${group.map(matchTerm).join(' | ')})`).join(' & ')
  const { rows } = await sql<{ doc: number }>`
    select doc from search_documents where words @@ ${match}::tsquery order by doc limit ${limit}`.execute(db)
  return rows.map((row) => row.doc)
}

function matchTerm({ text, prefix }: Term): string {
  return `'${text}'${prefix ? ':*' : ''}`
}

async function withNumber(db: Database, piece: string, limit: number): Promise<number[]> {
  const match = threes(piece).map((three) => `'${three}'`).join(' & ')
  const { rows } = await sql<{ doc: number }>`
    select doc from search_documents where pieces @@ ${match}::tsquery and strpos(numbers, ${piece}) > 0
    order by doc limit ${limit}`.execute(db)
  return rows.map((row) => row.doc)
}
