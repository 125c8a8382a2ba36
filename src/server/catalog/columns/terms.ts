/** A value that products share: of an attribute, or a brand or category by id. */
export type Term = { facet: string; value: string }

/** Facets of terms that are not attributes. No attribute id begins with `=`. */
export const brandTerms = '=brand'
export const categoryTerms = '=category'

/** Numbers the facets and terms of the catalogue from 0, in the order in which they are first seen. */
export class Terms {
  readonly facets: string[] = []
  readonly all: Term[] = []
  /** The number of each term's facet. */
  facetOf = new Uint16Array(1024)
  readonly #facets = new Map<string, number>()
  readonly #terms: Map<string, number>[] = []

  /** Returns the number of a term and adds it if it is new. */
  add(facet: string, value: string): number {
    const terms = this.#terms[this.#facet(facet)] as Map<string, number>
    const known = terms.get(value)
    if (known !== undefined) return known
    const term = this.all.length
    terms.set(value, term)
    this.all.push({ facet, value })
    if (term === this.facetOf.length) this.facetOf = enlarged(this.facetOf, Uint16Array)
    this.facetOf[term] = this.#facet(facet)
    return term
  }

  find(facet: string, value: string): number | undefined {
    const at = this.#facets.get(facet)
    return at === undefined ? undefined : this.#terms[at]?.get(value)
  }

  facetNumber(facet: string): number | undefined {
    return this.#facets.get(facet)
  }

  /** The terms of a facet, with their values. */
  ofFacet(facet: string): ReadonlyMap<string, number> {
    return this.#terms[this.#facets.get(facet) ?? -1] ?? new Map()
  }

  #facet(facet: string): number {
    const known = this.#facets.get(facet)
    if (known !== undefined) return known
    const added = this.facets.push(facet) - 1
    this.#facets.set(facet, added)
    this.#terms.push(new Map())
    return added
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** Copies an array into one of at least twice the length. */
export function enlarged<Kind extends Numbers>(array: Kind, type: new (length: number) => Kind, min = 0): Kind {
  const larger = new type(Math.max(array.length * 2, min))
  larger.set(array as never)
  return larger
}
