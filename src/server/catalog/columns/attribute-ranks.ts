import { bitmapOf, isIn } from '../../platform/sets/bitmap.ts'
import type { ProductColumns } from './product-columns.ts'
import type { Ranks } from './sorted/page-by-rank.ts'
import { enlarged } from './terms.ts'

/** The places by an attribute: of products with several values by the smallest, and by the largest. */
export type AttributeRanks = { smallest: Ranks; largest: Ranks; most: number }

/** Whether a stored value is a number. */
export function isNumeric(value: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(value)
}

/** Numbers the values of an attribute from 1 on: numbers by size, and after them texts as the reader reads them. */
function rankValues(
  values: Iterable<string>,
  labels: ReadonlyMap<string, string>,
  collator: Intl.Collator,
): Map<string, number> {
  const textOf = (value: string) => labels.get(value) ?? value
  const compare = (one: string, other: string): number =>
    isNumeric(one) && isNumeric(other)
      ? Number(one) - Number(other)
      : Number(isNumeric(other)) - Number(isNumeric(one)) || collator.compare(textOf(one), textOf(other))
  const ranks = new Map<string, number>()
  let [rank, before] = [0, undefined as string | undefined]
  for (const value of [...values].sort(compare)) {
    if (before === undefined || compare(before, value) !== 0) rank += 1
    ranks.set(value, rank)
    before = value
  }
  return ranks
}

/** Ranks the products that have the terms of an attribute, whose values are the keys. */
export function ranksOfTerms(
  columns: Pick<ProductColumns, 'size' | 'withTerm'>,
  terms: ReadonlyMap<string, number>,
  labels: ReadonlyMap<string, string>,
  collator: Intl.Collator,
): AttributeRanks {
  const byRank = [...rankValues(terms.keys(), labels, collator)]
  const put = (ranks: Uint32Array, values: readonly (readonly [string, number])[]) => {
    for (const [value, rank] of values) for (const seq of columns.withTerm(terms.get(value) ?? -1)) ranks[seq] = rank
    return ranks
  }
  // Of several values the last that is put stays.
  const largest = put(new Uint32Array(columns.size), byRank)
  const smallest = put(new Uint32Array(columns.size), byRank.toReversed())
  return { smallest, largest, most: byRank.length }
}

/** Collects which products have which values of an attribute; they may come in any order. */
export class AttributeValues {
  readonly #values = new Map<string, number>()
  #seqs = new Uint32Array(1024)
  #valueOf = new Uint32Array(1024)
  #length = 0
  #size = 0

  add(seq: number, value: string): void {
    const number = this.#values.get(value) ?? this.#values.size
    this.#values.set(value, number)
    if (this.#length === this.#seqs.length) {
      this.#seqs = enlarged(this.#seqs, Uint32Array)
      this.#valueOf = enlarged(this.#valueOf, Uint32Array)
    }
    this.#seqs[this.#length] = seq
    this.#valueOf[this.#length] = number
    this.#length += 1
    this.#size = Math.max(this.#size, seq + 1)
  }

  /** Replaces the values of these products. A value that no product has any more keeps its number. */
  replace(seqs: readonly number[], rows: readonly { seq: number; value: string }[]): void {
    const replaced = bitmapOf(Uint32Array.from(seqs), Math.max(0, ...seqs) + 1)
    let kept = 0
    for (let at = 0; at < this.#length; at += 1) {
      const seq = this.#seqs[at] as number
      this.#seqs[kept] = seq
      this.#valueOf[kept] = this.#valueOf[at] as number
      kept += Number(!isIn(replaced, seq))
    }
    this.#length = kept
    for (const { seq, value } of rows) this.add(seq, value)
  }

  ranks(labels: ReadonlyMap<string, string>, collator: Intl.Collator): AttributeRanks {
    const byValue = rankValues(this.#values.keys(), labels, collator)
    const rankOf = Uint32Array.from(this.#values.keys(), (value) => byValue.get(value) ?? 0)
    const ranks = {
      smallest: new Uint32Array(this.#size),
      largest: new Uint32Array(this.#size),
      most: this.#values.size,
    }
    for (let at = 0; at < this.#length; at += 1)
      addRank(ranks, this.#seqs[at] ?? 0, rankOf[this.#valueOf[at] ?? 0] ?? 0)
    return ranks
  }
}

function addRank({ smallest, largest }: AttributeRanks, seq: number, rank: number): void {
  const known = smallest[seq] ?? 0
  if (known === 0 || rank < known) smallest[seq] = rank
  if (rank > (largest[seq] ?? 0)) largest[seq] = rank
}
