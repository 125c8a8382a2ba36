import type { ProductColumns } from './product-columns.ts'

const maxValues = 1_000

/** What was computed of all products with a term, until one of them changes. */
export class Remembered {
  readonly #values = new Map<string, { value: unknown; term: number }>()

  /** Returns what was computed under a key before, or computes it; above the limit all values are dropped first. */
  value<Value>(key: string, term: number, compute: () => Value): Value {
    const known = this.#values.get(key)
    if (known) return known.value as Value
    if (this.#values.size >= maxValues) this.#values.clear()
    const value = compute()
    this.#values.set(key, { value, term })
    return value
  }

  /** Forgets what was computed of products with these terms. */
  forget(terms: ReadonlySet<number>): void {
    for (const [key, { term }] of this.#values) if (terms.has(term)) this.#values.delete(key)
  }
}

const ofColumns = new WeakMap<ProductColumns, Remembered>()

/** What is remembered of these columns; columns that were read again number their terms anew, and have their own. */
export function rememberedOf(columns: ProductColumns): Remembered {
  const known = ofColumns.get(columns) ?? new Remembered()
  ofColumns.set(columns, known)
  return known
}

/** Changes with each change of a product: what was read of the columns before must not be remembered after it. */
export function stateOf({ changes, added }: ProductColumns): number {
  return changes.newest + added
}
