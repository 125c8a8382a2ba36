import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'

/** Creates the tables of full-text search; text that is searched by prefix is ordered by code point. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await (kind === 'sqlite' ? sqliteDocuments(db) : postgresDocuments(db))
  await vocabulary(db, kind)
}

/**
 * Creates FTS5 tables without positions or content: a hit is a `doc`, hits come in its order, and scoring reads
 * `search_documents`.
 */
async function sqliteDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_documents (
    doc integer primary key, seq integer not null unique, product_id text not null unique,
    title_en text not null, title_sv text not null, numbers text not null)`.execute(db)
  await sql`create virtual table search_words using fts5(words, content = '', contentless_delete = 1, detail = none,
    tokenize = "ascii tokenchars '=#^_'")`.execute(db)
  await sql`create virtual table search_numbers using fts5(numbers, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram')`.execute(db)
}

async function postgresDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_documents (
    doc bigint primary key, seq bigint not null unique, product_id text not null unique,
    title_en text not null, title_sv text not null, numbers text not null,
    words tsvector not null, pieces tsvector not null)`.execute(db)
  await sql`create index search_documents_by_word
    on search_documents using gin (words) with (fastupdate = off)`.execute(db)
  await sql`create index search_documents_by_piece
    on search_documents using gin (pieces) with (fastupdate = off)`.execute(db)
}

async function vocabulary(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const byCodePoint = sql.raw(kind === 'sqlite' ? '' : 'collate "C"')
  const tail = sql.raw(kind === 'sqlite' ? 'without rowid' : '')
  await sql`create table search_vocabulary (word text ${byCodePoint} not null primary key) ${tail}`.execute(db)
  await sql`create table search_word_endings (ending text ${byCodePoint} not null, word text ${byCodePoint} not null,
    primary key (ending, word)) ${tail}`.execute(db)
  await sql`create table search_misspellings (form text ${byCodePoint} not null, word text ${byCodePoint} not null,
    primary key (form, word)) ${tail}`.execute(db)
}
