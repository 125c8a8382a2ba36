import type { Database, DatabaseTransaction } from '../db/tables.ts'
import type { SearchDocument } from './read-documents.ts'
import type { TermGroup } from './search-terms.ts'

export type NumberedDocument = SearchDocument & { doc: number; seq: number }

/** What the two databases do in their own ways; documents come popular first, at most `limit` of them. */
export type SearchEngine = {
  /** Lets one transaction at a time change the index. */
  lock(trx: DatabaseTransaction): Promise<void>
  /** Documents must be new and in the order of `doc`. */
  write(trx: DatabaseTransaction, documents: readonly NumberedDocument[]): Promise<void>
  remove(trx: DatabaseTransaction, docs: readonly number[]): Promise<void>
  /** Puts the index in its best order. */
  settle(trx: DatabaseTransaction): Promise<void>
  /** Documents with a term of every group. */
  withTerms(db: Database, groups: readonly TermGroup[], limit: number): Promise<number[]>
  /** Documents one of whose part numbers contains this normalised piece of at least three characters. */
  withNumber(db: Database, piece: string, limit: number): Promise<number[]>
}
