import { sql } from 'kysely'
import { insertRows } from '../db/bulk.ts'
import type { Database, DatabaseTransaction } from '../db/tables.ts'
import type { NumberedDocument, SearchEngine } from './engine.ts'
import { documentRow } from './document-row.ts'
import { threes, type Term, type TermGroup } from './search-terms.ts'

/** How many documents with the right runs of three characters are looked at; it bounds the time of one search. */
const consideredNumbers = 4_000
/** A prefix merges the lists of all its words: quick for few, too slow for a series of thousands of numbers. */
const mergedNumbers = 500

/** FTS5: lists are in the order of `doc` and read only as far as the limit asks. */
export const sqliteEngine: SearchEngine = { lock: async () => {}, write, remove, settle, withTerms, withNumber }

async function write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void> {
  await insertRows(trx, 'sqlite', 'search_documents', documents.map(documentRow))
  await insertRows(trx, 'sqlite', 'search_words', documents.map(({ doc, terms }) => ({ rowid: doc, words: terms.join(' ') })))
  await insertRows(trx, 'sqlite', 'search_numbers', documents.map(({ doc, numbers }) => ({ rowid: doc, numbers: numbers.join(' ') })))
}

async function remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void> {
  const listed = sql`(select cast(value as integer) from json_each(${JSON.stringify(docs)}))`
  await sql`delete from search_words where rowid in ${listed}`.execute(trx)
  await sql`delete from search_numbers where rowid in ${listed}`.execute(trx)
  await sql`delete from search_documents where doc in ${listed}`.execute(trx)
}

async function settle(trx: DatabaseTransaction): Promise<void> {
  await sql`insert into search_words (search_words) values ('optimize')`.execute(trx)
  await sql`insert into search_numbers (search_numbers) values ('optimize')`.execute(trx)
}

async function withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]> {
  const bounded = await Promise.all(groups.map((group) => Promise.all(group.map((term) => boundedTerm(db, term)))))
  const match = bounded.map((group) => `(${group.map(matchTerm).join(' OR ')})`).join(' AND ')
  const { rows } = await sql<{ doc: number }>`
    select rowid as doc from search_words where search_words match ${match} order by rowid limit ${limit}`.execute(db)
  return rows.map((row) => row.doc)
}

function matchTerm({ text, prefix }: Term): string {
  return `"${text}"${prefix ? '*' : ''}`
}

/** Asks for the word alone when many part numbers begin with it; `withNumber` finds those. */
async function boundedTerm(db: Database, term: Term): Promise<Term> {
  if (!term.prefix) return term
  const from = term.text.toUpperCase()
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from part_numbers where normalized >= ${from} and normalized < ${from + '\u{10ffff}'} limit ${mergedNumbers})`.execute(db)
  return { text: term.text, prefix: (rows[0]?.count ?? 0) < mergedNumbers }
}

async function withNumber(db: Database, piece: string, limit: number): Promise<number[]> {
  const match = threes(piece).map((three) => `"${three}"`).join(' AND ')
  const { rows } = await sql<{ doc: number }>`
    select documents.doc from
      (select rowid as doc from search_numbers where search_numbers match ${match} order by rowid limit ${consideredNumbers}) as candidates
      cross join search_documents as documents on documents.doc = candidates.doc
    where instr(documents.numbers, ${piece}) > 0 limit ${limit}`.execute(db)
  return rows.map((row) => row.doc)
}
