import { sql } from 'kysely'
import { insertRows } from '../../platform/db/bulk.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { threes, type Term, type TermGroup } from '../search-terms.ts'
import { documentRow } from './document-row.ts'
import {
  maxHits,
  type Found,
  type NumberedDocument,
  type SearchEngine,
  type Wanted,
  type WordGroups,
} from './engine.ts'
import { matchTerm } from './match-term.ts'
import { numbersIn } from './numbers-in.ts'

/**
 * Most numbers that a prefix may match. A prefix query merges the lists of all its words, which is too slow for a
 * series of thousands of numbers.
 */
const mergedNumbers = 500
/** Pages of the index that a step of its optimization merges. */
const pagesAtOnce = 500
/** Documents of a list that are read at once. */
const readAtOnce = 100_000
const digitsOfNumber = 8

/** FTS5: its lists are ordered by `doc` and read only up to the limit. */
export const sqliteEngine: SearchEngine = {
  lock: async () => {},
  write,
  remove,
  optimize,
  withWords,
  withTerms,
  hasTerms,
  postings,
  bounded: boundedTerm,
  withNumber,
}

async function write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void> {
  await insertRows(trx, 'sqlite', 'search_documents', documents.map(documentRow))
  await insertRows(
    trx,
    'sqlite',
    'search_words',
    documents.map(({ doc, terms }) => ({ rowid: doc, words: terms.join(' ') })),
  )
  await insertRows(
    trx,
    'sqlite',
    'search_numbers',
    documents.map(({ doc, numbers }) => ({ rowid: doc, numbers: numbers.join(' ') })),
  )
}

async function remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void> {
  const listed = sql`(select cast(value as integer) from json_each(${JSON.stringify(docs)}))`
  await sql`delete from search_words where rowid in ${listed}`.execute(trx)
  await sql`delete from search_numbers where rowid in ${listed}`.execute(trx)
  await sql`delete from search_documents where doc in ${listed}`.execute(trx)
}

/**
 * Merges the pieces in which documents were added into one, some pages at a time. A negative number of pages begins
 * with all pieces; a step that changes fewer than two rows had nothing to do (SQLite, FTS5, 6.4 "merge").
 */
async function optimize(trx: DatabaseTransaction, { isFirst }: { isFirst: boolean }): Promise<boolean> {
  let isMore = false
  for (const table of ['search_words', 'search_numbers']) {
    const name = sql.raw(table)
    const before = await totalChanges(trx)
    const pages = isFirst ? -pagesAtOnce : pagesAtOnce
    await sql`insert into ${name} (${name}, rank) values ('merge', cast(${pages} as integer))`.execute(trx)
    isMore ||= (await totalChanges(trx)) - before > 1
  }
  return isMore
}

async function totalChanges(trx: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)
  return Number(rows[0]?.changes ?? 0)
}

/**
 * Reads all hits, which is always fast enough, so `first` is not needed. Those with the words in the title are read
 * only where they are not among the first hits anyway: rare words and words that never meet are read once.
 */
async function withWords(db: Database, { anywhere, inTitle }: WordGroups, { titles }: Wanted) {
  const docs = await withTerms(db, anywhere, maxHits + 1)
  return {
    docs,
    total: docs.length,
    inTitle: docs.length > titles ? await withTerms(db, inTitle, titles) : [],
  }
}

async function withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]> {
  const {
    rows: [row],
  } = await sql<{ docs: string }>`
    select ${matching(await matchOf(db, groups), limit)} as docs`.execute(db)
  return allOf(row?.docs).docs
}

async function hasTerms(db: Database, groups: readonly TermGroup[]): Promise<boolean> {
  return (await withTerms(db, groups, 1)).length > 0
}

async function postings(db: Database, terms: readonly Term[], most?: number): Promise<(Uint32Array | undefined)[]> {
  if (most !== undefined) return shortPostings(db, terms, most)
  const lists: Uint32Array[] = []
  for (const term of terms) lists.push(await posting(db, term))
  return lists
}

/** Reads lists with one statement, because each costs a message to the process that searches. */
async function shortPostings(db: Database, terms: readonly Term[], most: number): Promise<(Uint32Array | undefined)[]> {
  const lists = terms.map(
    (term) => sql`coalesce((select group_concat(printf('%08x', doc & 4294967295), '') from
      (select rowid as doc from search_words where search_words match ${matchTerm(term)}
        limit ${sql.lit(most + 1)})), '')`,
  )
  const { rows } = await sql<{ lists: string }>`select json_array(${sql.join(lists)}) as lists`.execute(db)
  const digits: string[] = JSON.parse(rows[0]?.lists ?? '[]')
  return digits.map((each) => (each.length > most * digitsOfNumber ? undefined : numbersIn(each)))
}

/** Reads a list in parts; a part of a beginning costs what the whole index of it does. */
async function posting(db: Database, term: Term): Promise<Uint32Array> {
  const match = matchTerm(term)
  let [seqs, after] = ['', -1]
  for (;;) {
    const {
      rows: [row],
    } = await sql<{ seqs: string | null; count: number; last: number | null }>`
      select group_concat(printf('%08x', doc & 4294967295), '') as seqs, count(*) as count, max(doc) as last
      from (select rowid as doc from search_words where search_words match ${match} and rowid > ${after}
        order by rowid limit ${sql.lit(readAtOnce)})`.execute(db)
    seqs += row?.seqs ?? ''
    if (!row || row.count < readAtOnce) return numbersIn(seqs)
    after = row.last ?? after
  }
}

async function matchOf(db: Database, groups: readonly TermGroup[]): Promise<string> {
  const bounded = await Promise.all(groups.map((group) => Promise.all(group.map((term) => boundedTerm(db, term)))))
  return bounded.map((group) => `(${group.map(matchTerm).join(' OR ')})`).join(' AND ')
}

/**
 * Selects document ids as one JSON text, which is faster to transfer than thousands of rows. Limits are written into
 * the SQL, as sqlite-compiler.ts does.
 */
function matching(match: string, limit: number) {
  return sql`(select json_group_array(doc) from
    (select rowid as doc from search_words where search_words match ${match} order by rowid limit ${sql.lit(limit)}))`
}

function allOf(json: string | undefined): Found {
  const docs: number[] = JSON.parse(json ?? '[]')
  return { docs, total: docs.length }
}

/** Replaces a prefix by the exact word when many part numbers begin with it; `withNumber` finds those. */
async function boundedTerm(db: Database, term: Term): Promise<Term> {
  if (!term.prefix) return term
  const from = term.text.toUpperCase()
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from part_numbers where normalized >= ${from} and normalized < ${from + '\u{10ffff}'}
      limit ${sql.lit(mergedNumbers)})`.execute(db)
  return { text: term.text, prefix: (rows[0]?.count ?? 0) < mergedNumbers }
}

/**
 * Finds numbers by trigrams. A three-character text is in the index as it is; for longer ones each document with all
 * of their trigrams is checked.
 */
async function withNumber(db: Database, piece: string): Promise<Found> {
  const runs = threes(piece)
  const candidates = sql`select rowid as doc from search_numbers
    where search_numbers match ${runs.map((three) => `"${three}"`).join(' AND ')} order by rowid`
  const hits =
    runs.length === 1
      ? candidates
      : sql`select documents.doc from (${candidates}) as candidates
    cross join search_documents as documents on documents.doc = candidates.doc
    where instr(documents.numbers, ${piece}) > 0`
  const {
    rows: [row],
  } = await sql<{ docs: string }>`
    select json_group_array(doc) as docs from (${hits} limit ${sql.lit(maxHits + 1)})`.execute(db)
  return allOf(row?.docs)
}
