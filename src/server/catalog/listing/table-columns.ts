import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import { brandTerms, categoryTerms } from '../columns/terms.ts'
import { allChosenFacts, choosingAbove } from '../products/card-fact-queries.ts'
import type { FoundProducts } from './find-products.ts'
import { facetTexts } from './listing-queries.ts'

/** An attribute as a table shows it. */
export type TableAttribute = { id: string; name: string; unit: string }

/** The largest number of attributes in a table. */
const maxColumns = 8
/** Of a longer list, this many products at equal distances decide which attributes its table has. */
const maxSampled = 512

/**
 * Returns the attributes that more than half of a list's products have: first those that the categories of its products
 * choose for their cards, then those that lists are filtered by, the most frequent first. An attribute that lists are
 * not filtered by counts as had where the category chooses it. `sortedBy` is one of them in any case.
 */
export async function tableAttributes(
  db: Queryable,
  language: Language,
  { columns, selection }: FoundProducts,
  sortedBy: string | undefined,
): Promise<TableAttribute[]> {
  const sampled = everyNth(selection.hits, Math.ceil(selection.hits.length / maxSampled))
  const isFrequent = ([, products]: readonly [string, number]) => 2 * products > sampled.length
  const chosen = [...countChosen(columns, sampled, await chosenByTerm(db, columns))].filter(isFrequent)
  const filtered = [...countFacets(columns, sampled)].filter(isFrequent)
  const wanted = [...(sortedBy === undefined ? [] : [sortedBy]), ...[...chosen, ...filtered].map(([id]) => id)]
  if (wanted.length === 0) return []
  const texts = await facetTexts(db, language, [...new Set(wanted)])
  const known = new Map(texts.map((text) => [text.id, text]))
  const position = (id: string) => known.get(id)?.position ?? 0
  const isMissing = (id: string) => known.get(id)?.facet === 1 && !filtered.some(([each]) => each === id)
  const ids = [
    ...chosen.filter(([id]) => !isMissing(id)).sort(([, one], [, other]) => other - one),
    ...filtered.sort(([id, one], [otherId, other]) => other - one || position(id) - position(otherId)),
  ].map(([id]) => id)
  const shown = [...new Set(ids)].slice(0, maxColumns)
  const all = sortedBy === undefined || shown.includes(sortedBy) ? shown : [sortedBy, ...shown]
  return all.flatMap((id) => known.get(id) ?? [])
}

function everyNth(hits: Uint32Array, step: number): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(hits.length / Math.max(step, 1)) }, (_, at) => hits[at * step] ?? 0)
}

/** Counts how many products have each of the attributes that lists are filtered by. */
function countFacets({ terms, pool, start, length }: ProductColumns, sampled: Uint32Array): Map<string, number> {
  const counts = new Uint32Array(terms.facets.length)
  /** One more than the last product that was counted, by facet. */
  const counted = new Uint32Array(terms.facets.length)
  sampled.forEach((seq, product) => {
    const begin = start[seq] ?? 0
    for (let at = begin; at < begin + (length[seq] ?? 0); at += 1) {
      const facet = terms.facetOf[pool[at] ?? 0] ?? 0
      if (counted[facet] !== product + 1) counts[facet] = (counts[facet] ?? 0) + 1
      counted[facet] = product + 1
    }
  })
  const found = new Map(terms.facets.map((facet, at) => [facet, counts[at] ?? 0]))
  found.delete(brandTerms)
  found.delete(categoryTerms)
  return found
}

/** By the term of a category: the attributes chosen for its cards, and the terms of the others above it. */
type Chosen = ReadonlyMap<number, { attributes: string[]; above: number[] }>

async function chosenByTerm(db: Queryable, { terms }: ProductColumns): Promise<Chosen> {
  const [facts, above] = await Promise.all([allChosenFacts(db), choosingAbove(db)])
  const chosen = new Map<number, { attributes: string[]; above: number[] }>()
  for (const [category, rows] of Map.groupBy(facts, (row) => row.category_id)) {
    const ancestors = above.filter((row) => row.category_id === category)
    const term = terms.find(categoryTerms, category)
    if (term === undefined) continue
    chosen.set(term, {
      attributes: rows.map((row) => row.attribute_id),
      above: ancestors.flatMap((row) => terms.find(categoryTerms, row.ancestor) ?? []),
    })
  }
  return chosen
}

/** Counts for how many products the nearest of their categories chooses each attribute. */
function countChosen(columns: ProductColumns, sampled: Uint32Array, chosen: Chosen): Map<string, number> {
  const counts = new Map<string, number>()
  if (chosen.size === 0) return counts
  for (const seq of sampled) {
    const choosing = Array.from(columns.termsOf(seq)).filter((term) => chosen.has(term))
    const isNearest = (term: number) => !choosing.some((other) => chosen.get(other)?.above.includes(term))
    const attributes = choosing.filter(isNearest).flatMap((term) => chosen.get(term)?.attributes ?? [])
    for (const attribute of new Set(attributes)) counts.set(attribute, (counts.get(attribute) ?? 0) + 1)
  }
  return counts
}
