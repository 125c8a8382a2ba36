import type { Database } from '../../platform/db/tables.ts'
import type { Term } from '../search-terms.ts'
import { eachStoredTerm, TermCollector } from './stored-words.ts'
import { wordsAfter, wordsOf } from './stored-words-queries.ts'

/** Documents of which the terms are counted, so many at once. */
const sampled = 2_000
const sampledAtOnce = 200
/** Of the sample, this share has a term that is frequent. */
const leastShare = 0.01
/** While the documents are read, each term takes a bit for every document: 32 bytes of all. */
const mostTerms = 256
/** They take the thread that renders pages for 4 ms. */
const documentsAtOnce = 250
/** Terms of categories and devices, by which few searches are narrowed. */
const memberMark = '#'

/**
 * Reads which documents have the frequent terms, the most frequent first, in one pass over the documents on PostgreSQL:
 * each list by itself would read most pages of the table.
 */
export class FrequentTerms {
  readonly #db: Database
  readonly #terms: readonly string[]
  readonly #collected: TermCollector
  #last = -1

  private constructor(db: Database, terms: readonly string[], size: number) {
    this.#db = db
    this.#terms = terms
    this.#collected = new TermCollector(terms, size)
  }

  /** Chooses the terms from documents at equal distances; `size` is more than any `seq`. */
  static async choose(db: Database, size: number): Promise<FrequentTerms> {
    const counts = new Map<string, number>()
    for (let at = 0; at < sampled; at += sampledAtOnce) {
      const seqs = Array.from({ length: sampledAtOnce }, (_, nth) => Math.floor(((at + nth) * size) / sampled))
      const words = await wordsOf(db, [...new Set(seqs)])
      if (words) countTerms(counts, words.bytes)
    }
    const least = leastShare * Math.min(sampled, size)
    const terms = [...counts]
      .filter(([term, count]) => count >= least && !term.startsWith(memberMark))
      .sort(([, one], [, other]) => other - one)
    return new FrequentTerms(
      db,
      terms.slice(0, mostTerms).map(([term]) => term),
      size,
    )
  }

  /** Reads the next documents; tells whether there were any. */
  async readOn(): Promise<boolean> {
    const words = await wordsAfter(this.#db, this.#last, documentsAtOnce)
    if (!words) return false
    this.#collected.add(words.bytes)
    this.#last = words.last
    return true
  }

  /** The lists, complete when all documents have been read. */
  *lists(): Generator<{ term: Term; seqs: Uint32Array }> {
    let place = 0
    for (const seqs of this.#collected.lists())
      yield { term: { text: this.#terms[place++] ?? '', prefix: false }, seqs }
  }
}

function countTerms(counts: Map<string, number>, bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  eachStoredTerm(bytes, (_, from, to) => {
    const term = text.toString('latin1', from, to)
    counts.set(term, (counts.get(term) ?? 0) + 1)
  })
}
