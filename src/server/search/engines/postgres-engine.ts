import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import { insertRows } from '../../platform/db/bulk.ts'
import { analyzeCatalogue } from '../../platform/db/growing-statistics.ts'
import { lockNumbers } from '../../platform/db/locks/lock-numbers.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { addThrees, threes, type Term, type TermGroup } from '../search-terms.ts'
import { documentRow } from './document-row.ts'
import {
  maxHits,
  type Found,
  type NumberedDocument,
  type SearchEngine,
  type Wanted,
  type WordGroups,
} from './engine.ts'
import { numbersIn } from './numbers-in.ts'

/** Up to this number of hits, documents are read in order until they are found. */
const maxWalked = 1_000

/**
 * Uses GIN over arrays of terms that the shop computes: both databases find the same, and no extension is needed. All
 * hits are read from the index and then sorted; only where there are too many, and hits are therefore dense, the
 * documents are scanned in order. A limit inside the materialized query would make the planner scan the table, which
 * takes two to three times as long for frequent terms, and hundreds of times for terms that no document has.
 */
export const postgresEngine: SearchEngine = {
  lock,
  write,
  remove,
  optimize,
  withWords,
  withTerms,
  hasTerms,
  postings,
  bounded: async (_, term) => term,
  withNumber,
}

async function lock(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumbers.searchIndex})`.execute(trx)
}

async function write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void> {
  const rows = documents.map((document) => ({ ...documentRow(document), ...termsOf(document) }))
  await insertRows(trx, 'postgres', 'search_documents', rows)
}

/** As PostgreSQL writes a `tsvector` without places. */
function termsOf({ terms, numbers }: NumberedDocument) {
  const pieces = new Set<string>()
  for (const number of numbers) addThrees(number, pieces)
  return { words: vectorOf(new Set(terms)), pieces: vectorOf(pieces) }
}

function vectorOf(terms: ReadonlySet<string>): string {
  const all = [...terms]
  if (all.length === 0) return ''
  return /['\\]/.test(all.join(' ')) ? all.map(quoted).join(' ') : `'${all.join("' '")}'`
}

function quoted(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`
}

async function remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void> {
  await sql`delete from search_documents where doc = any(${docs}::bigint[])`.execute(trx)
}

/** Adds terms that are pending to the index, and updates the statistics. */
async function optimize(trx: DatabaseTransaction): Promise<boolean> {
  await sql`select gin_clean_pending_list('search_documents_by_word'),
    gin_clean_pending_list('search_documents_by_piece')`.execute(trx)
  await analyzeCatalogue(trx)
  return false
}

/**
 * Finds hits anywhere and in the title with one index scan: a document with the words in its title has them anywhere,
 * too. Where there are too many hits, those in the title are found by themselves, because they may be few.
 */
async function withWords(db: Database, { anywhere, inTitle }: WordGroups, { first, titles }: Wanted) {
  const [match, titleMatch] = [matchOf(anywhere), matchOf(inTitle)]
  const {
    rows: [row],
  } = await sql<{ total: number; docs: string | null; titled: string | null }>`
    with matches as materialized (select doc, words @@ ${titleMatch}::tsquery as is_titled from search_documents
        where words @@ ${match}::tsquery),
      hits as materialized (select doc, is_titled from matches limit ${maxHits + 1})
    select count(*) as total, json_agg(doc order by doc)::text as docs,
      (select json_agg(doc)::text from
        (select doc from hits where is_titled order by doc limit ${titles}) as first_titled) as titled
    from hits`.execute(db)
  const total = Number(row?.total ?? 0)
  if (total <= maxHits) return { docs: docsOf(row?.docs), total, inTitle: docsOf(row?.titled) }
  const [docs, titled] = await Promise.all([
    firstOf(db, wordCondition(match), first),
    hitsInOrder(db, wordCondition(titleMatch), titles).then((found) => found.docs.slice(0, titles)),
  ])
  return { docs, total, inTitle: titled }
}

async function withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]> {
  return (await hitsInOrder(db, wordCondition(matchOf(groups)), limit)).docs.slice(0, limit)
}

async function hasTerms(db: Database, groups: readonly TermGroup[]): Promise<boolean> {
  const { rows } = await sql`
    with matches as materialized (select 1 from search_documents where words @@ ${matchOf(groups)}::tsquery)
    select 1 from matches limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Reads lists by the index, one page of the table after the other, and each page once. With the usual memory of a
 * statement PostgreSQL would forget which rows of a page it needs and look at all of them, or read the whole table with
 * several processes. All of the transaction is one message.
 */
async function postings(db: Database, terms: readonly Term[]): Promise<Uint32Array[]> {
  const seqs = sql`string_agg(int4send(seq::int), ''::bytea)`
  const lists = terms.map((term) => {
    const all = terms.length === 1 ? seqs : sql`${seqs} filter (where words @@ ${matchTerm(term)}::tsquery)`
    return sql`coalesce(encode(${all}, 'hex'), '')`
  })
  // An array of texts would be parsed one sign after the other.
  const found = sql<{ lists: string }>`select json_build_array(${sql.join(lists)})::text as lists from search_documents
    where words @@ ${matchOf([terms])}::tsquery`
  const said = (text: string) => ({ compile: () => CompiledQuery.raw(text) })
  // A statement that fails ends the transaction at its commit.
  const [, [row]] = await batchQueries(
    db,
    said(`begin; set local work_mem = '64MB'; set local enable_seqscan = off;
      set local max_parallel_workers_per_gather = 0`),
    { compile: () => found.compile(db) },
    said('commit'),
  )
  const digits: string[] = JSON.parse(row?.lists ?? '[]')
  return digits.map(numbersIn)
}

function matchOf(groups: readonly TermGroup[]): string {
  return groups.map((group) => `(${group.map(matchTerm).join(' | ')})`).join(' & ')
}

/** A condition, and the same with its values in the text. */
type Condition = { bound: RawBuilder<unknown>; written: RawBuilder<unknown> }

function wordCondition(match: string): Condition {
  return { bound: sql`words @@ ${match}::tsquery`, written: sql`words @@ ${sql.lit(match)}::tsquery` }
}

async function hitsInOrder(db: Database, condition: Condition, first: number): Promise<Found> {
  const {
    rows: [row],
  } = await sql<{ total: number; docs: string | null }>`
    with matches as materialized (select doc from search_documents where ${condition.bound}),
      hits as materialized (select doc from matches limit ${maxHits + 1})
    select count(*) as total, json_agg(doc order by doc)::text as docs from hits`.execute(db)
  const total = Number(row?.total ?? 0)
  return { total, docs: total <= maxHits ? docsOf(row?.docs) : await firstOf(db, condition, first) }
}

/**
 * Finds the first of very many hits. For a few of them, the documents are read in order until there are enough. For
 * many, PostgreSQL decides by its statistics of these terms; a prepared statement has one plan for all terms, which is
 * to read and sort all hits, half of the table.
 */
async function firstOf(db: Database, { bound, written }: Condition, limit: number): Promise<number[]> {
  const inOrder =
    limit <= maxWalked
      ? sql`select doc from (select * from search_documents order by doc offset 0) as all_in_order
          where ${bound} limit ${limit}`
      : // Nothing is bound, because each text would take the place of a statement that is worth preparing.
        sql`select doc from search_documents where ${written} order by doc limit ${sql.lit(limit)}`
  const {
    rows: [row],
  } = await sql<{ docs: string | null }>`select json_agg(doc order by doc)::text as docs
    from (${inOrder}) as hits`.execute(db)
  return docsOf(row?.docs)
}

/** Parses document ids from one JSON text, which is faster than reading thousands of rows. */
function docsOf(json: string | null | undefined): number[] {
  return JSON.parse(json ?? '[]')
}

function matchTerm({ text, prefix }: Term): string {
  return `'${text}'${prefix ? ':*' : ''}`
}

async function withNumber(db: Database, piece: string, first: number): Promise<Found> {
  const match = threes(piece)
    .map((three) => `'${three}'`)
    .join(' & ')
  const condition = {
    bound: sql`pieces @@ ${match}::tsquery and strpos(numbers, ${piece}) > 0`,
    written: sql`pieces @@ ${sql.lit(match)}::tsquery and strpos(numbers, ${sql.lit(piece)}) > 0`,
  }
  return hitsInOrder(db, condition, first)
}
