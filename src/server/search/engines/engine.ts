import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import type { SearchDocument } from '../read-documents.ts'
import type { Term, TermGroup } from '../search-terms.ts'

export type NumberedDocument = SearchDocument & { doc: number; seq: number }

/** At most this many hits are counted, listed, sorted and filtered; of more, the most popular (decision 0038). */
export const maxHits = 10_000

/**
 * Documents, most popular first: all of them or as many as requested. `total` is exact up to `maxHits`, and `maxHits
 * + 1` beyond.
 */
export type Found = { docs: number[]; total: number }
/** `isUnited`: all documents up to `maxHits` are needed, because they are counted together with others. */
export type Wanted = { first: number; titles: number; isUnited: boolean }
export type WordGroups = { anywhere: readonly TermGroup[]; inTitle: readonly TermGroup[] }

/** The operations that differ between the two databases. */
export type SearchEngine = {
  /** Takes the lock under which one transaction at a time changes the index. */
  lock(trx: DatabaseTransaction): Promise<void>
  /** Writes documents, which must be new and in the order of `doc`. */
  write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void>
  remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void>
  /** Takes a step of optimizing the index, the first one with `isFirst`; tells whether there is more to do. */
  optimize(trx: DatabaseTransaction, step: { isFirst: boolean }): Promise<boolean>
  /**
   * Finds documents with a term of every group, at least those that are wanted, and where there are more than `titles`,
   * the first `titles` with them in the title.
   */
  withWords(db: Database, words: WordGroups, wanted: Wanted): Promise<Found & { inTitle: number[] }>
  /** Finds documents with a term of every group, at most `limit`. */
  withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]>
  /** Tells whether any document has a term of every group. */
  hasTerms(db: Database, groups: readonly TermGroup[]): Promise<boolean>
  /**
   * Reads the `seq` of all documents with each of these terms, each once. On SQLite a list of more than `most` is left
   * out after that many.
   */
  postings(db: Database, terms: readonly Term[], max?: number): Promise<(Uint32Array | undefined)[]>
  /** Returns the term that is searched for instead of this one. */
  bounded(db: Database, term: Term): Promise<Term>
  /**
   * Finds documents whose part numbers contain this normalized text of at least three characters, at least the first
   * `first`.
   */
  withNumber(db: Database, piece: string, first: number): Promise<Found>
}
