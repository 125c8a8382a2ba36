import type { Database, DatabaseTransaction } from '../platform/db/tables.ts'
import type { SearchDocument } from './read-documents.ts'
import type { TermGroup } from './search-terms.ts'

export type NumberedDocument = SearchDocument & { doc: number; seq: number }

/** So many hits are counted, listed, sorted and filtered; of more, the most popular (decision 0038). */
export const mostHits = 10_000

/** Documents, popular first: all of them or those asked for. `total` is exact up to `mostHits`, and one more beyond. */
export type Found = { docs: number[]; total: number }
export type Wanted = { first: number; titles: number }
export type WordGroups = { anywhere: readonly TermGroup[]; inTitle: readonly TermGroup[] }

/** What the two databases do in their own ways. */
export type SearchEngine = {
  /** Lets one transaction at a time change the index. */
  lock(trx: DatabaseTransaction): Promise<void>
  /** Documents must be new and in the order of `doc`. */
  write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void>
  remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void>
  /** Puts the index in its best order. */
  settle(trx: DatabaseTransaction): Promise<void>
  /**
   * Documents with a term of every group, at least the first `first`, and the first `titles` with them in the title.
   */
  withWords(db: Database, words: WordGroups, wanted: Wanted): Promise<Found & { inTitle: number[] }>
  /** Documents with a term of every group, at most `limit`. */
  withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]>
  /** Whether any document has a term of every group. */
  hasTerms(db: Database, groups: readonly TermGroup[]): Promise<boolean>
  /** Documents with this normalised piece of at least three characters in a part number, the first `first` at least. */
  withNumber(db: Database, piece: string, first: number): Promise<Found>
}
