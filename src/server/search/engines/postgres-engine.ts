import { sql, type RawBuilder } from 'kysely'
import { analyzeCatalogue } from '../../platform/db/growing-statistics.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { documentRow } from './document-row.ts'
import {
  mostHits,
  type Found,
  type NumberedDocument,
  type SearchEngine,
  type Wanted,
  type WordGroups,
} from './engine.ts'
import { threes, type Term, type TermGroup } from '../search-terms.ts'

const indexLock = 7_341_002

/**
 * Uses GIN over arrays of terms that the shop computes: both databases find the same, and no extension is needed. All
 * hits are read from the index and then sorted; only where there are too many, and hits are therefore dense, the
 * documents are scanned in order. A limit inside the materialized query would make the planner scan the table, which
 * takes two to three times as long for frequent terms, and hundreds of times for terms that no document has.
 */
export const postgresEngine: SearchEngine = { lock, write, remove, settle, withWords, withTerms, hasTerms, withNumber }

async function lock(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${indexLock})`.execute(trx)
}

async function write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void> {
  const rows = documents.map((document) => ({ ...documentRow(document), ...termsOf(document) }))
  await sql`
    insert into search_documents (doc, seq, product_id, title_en, title_sv, numbers, words, pieces)
    select doc, seq, product_id, title_en, title_sv, numbers, array_to_tsvector(words), array_to_tsvector(pieces)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (doc bigint, seq bigint, product_id text, title_en text, title_sv text, numbers text,
        words text[], pieces text[])`.execute(trx)
}

function termsOf({ terms, numbers }: NumberedDocument) {
  return { words: terms.join(' ').split(' ').filter(Boolean), pieces: numbers.flatMap(threes) }
}

async function remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void> {
  await sql`delete from search_documents where doc = any(${docs}::bigint[])`.execute(trx)
}

/** Adds terms that are pending to the index, and updates the statistics. */
async function settle(trx: DatabaseTransaction): Promise<boolean> {
  await sql`select gin_clean_pending_list('search_documents_by_word'),
    gin_clean_pending_list('search_documents_by_piece')`.execute(trx)
  await analyzeCatalogue(trx)
  return false
}

/**
 * Finds hits anywhere and in the title with one index scan: a document with the words in its title has them anywhere,
 * too.
 */
async function withWords(db: Database, { anywhere, inTitle }: WordGroups, { first, titles }: Wanted) {
  const [has, hasInTitle] = [sql`words @@ ${matchOf(anywhere)}::tsquery`, sql`words @@ ${matchOf(inTitle)}::tsquery`]
  const {
    rows: [row],
  } = await sql<{ total: number; docs: string | null; titled: string | null }>`
    with matches as materialized (select doc, ${hasInTitle} as is_titled from search_documents where ${has}),
      hits as materialized (select doc, is_titled from matches limit ${mostHits + 1})
    select count(*) as total, json_agg(doc order by doc)::text as docs,
      (select json_agg(doc)::text from
        (select doc from hits where is_titled order by doc limit ${titles}) as first_titled) as titled
    from hits`.execute(db)
  const total = Number(row?.total ?? 0)
  if (total <= mostHits) return { docs: docsOf(row?.docs), total, inTitle: docsOf(row?.titled) }
  return { docs: await walk(db, has, first), total, inTitle: await walk(db, hasInTitle, titles) }
}

async function withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]> {
  return (await ordered(db, sql`words @@ ${matchOf(groups)}::tsquery`, limit)).docs.slice(0, limit)
}

async function hasTerms(db: Database, groups: readonly TermGroup[]): Promise<boolean> {
  const { rows } = await sql`
    with matches as materialized (select 1 from search_documents where words @@ ${matchOf(groups)}::tsquery)
    select 1 from matches limit 1`.execute(db)
  return rows.length > 0
}

function matchOf(groups: readonly TermGroup[]): string {
  return groups.map((group) => `(${group.map(matchTerm).join(' | ')})`).join(' & ')
}

async function ordered(db: Database, condition: RawBuilder<unknown>, first: number): Promise<Found> {
  const {
    rows: [row],
  } = await sql<{ total: number; docs: string | null }>`
    with matches as materialized (select doc from search_documents where ${condition}),
      hits as materialized (select doc from matches limit ${mostHits + 1})
    select count(*) as total, json_agg(doc order by doc)::text as docs from hits`.execute(db)
  const total = Number(row?.total ?? 0)
  return { total, docs: total <= mostHits ? docsOf(row?.docs) : await walk(db, condition, first) }
}

async function walk(db: Database, condition: RawBuilder<unknown>, limit: number): Promise<number[]> {
  const {
    rows: [row],
  } = await sql<{ docs: string | null }>`select json_agg(doc)::text as docs from
    (select doc from search_documents where ${condition} order by doc limit ${limit}) as hits`.execute(db)
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
  return ordered(db, sql`pieces @@ ${match}::tsquery and strpos(numbers, ${piece}) > 0`, first)
}
