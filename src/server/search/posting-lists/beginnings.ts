import { maxPrefixLength, prefixesOf } from './term-table.ts'

/** A beginning, and how many documents the terms with it have; those with two such terms are counted twice. */
type Counted = { beginning: string; documents: number }

/**
 * Counts the documents of the beginnings for which there may be a list. Terms come in the order of their bytes, so that
 * a beginning is told as soon as a term without it comes.
 */
export class Beginnings {
  readonly #onBeginning: (beginning: string, documents: number) => void
  /** Those of the last term, the shortest first. */
  #open: Counted[] = []

  constructor(onBeginning: (beginning: string, documents: number) => void) {
    this.#onBeginning = onBeginning
  }

  add(term: string, documents: number): void {
    if (!this.#isLikeLast(term)) this.#change(prefixesOf(term))
    for (const each of this.#open) each.documents += documents
  }

  /** Tells those of the last term. */
  end(): void {
    this.#change([])
  }

  /** Most numbers begin as the number before, so that their beginnings need not be cut out. */
  #isLikeLast(term: string): boolean {
    const longest = this.#open.at(-1)?.beginning
    return longest?.length === maxPrefixLength && term.startsWith(longest)
  }

  #change(beginnings: readonly string[]): void {
    const same = beginnings.findIndex((each, at) => this.#open[at]?.beginning !== each)
    const kept = same === -1 ? beginnings.length : same
    for (const { beginning, documents } of this.#open.slice(kept)) this.#onBeginning(beginning, documents)
    const added = beginnings.slice(kept).map((beginning) => ({ beginning, documents: 0 }))
    this.#open = [...this.#open.slice(0, kept), ...added]
  }
}
