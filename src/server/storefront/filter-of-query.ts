import type { Language } from '../../domain/places/locales.ts'
import type { ProductColumns } from '../catalog/columns/product-columns.ts'
import { categoryTerms } from '../catalog/columns/terms.ts'
import type { Shop } from '../catalog/shop.ts'
import { sequencesOf } from '../search/doc-number.ts'
import {
  attributeWords,
  valueSpans,
  valueTokens,
  type ValueCandidate,
  type ValueSpan,
} from '../search/reading/value-spans.ts'
import { onlyKind } from './only-kind.ts'
import { searchHits, type SearchHits } from '../search/search-products.ts'

/** The parts that tell what the rest of a text is about: the first page. */
const firstHits = 24

/**
 * A text without the values that it asks for, and these as a filter of a list: of `kind`, a category that is all that
 * the rest of the text says, where a search lists some of its products only.
 */
export type QueryFilter = { rest: string; filter: string; kind?: string }
type Chosen = { start: number; length: number; value: ValueCandidate }

/**
 * Reads values that a search text asks for: "8 core cpu" is "cpu" with the filter of the cores at 8. An attribute is
 * meant if at least half of the first parts that the rest of the text finds have it, and some parts have all values.
 * Undefined where nothing is asked for that a filter has.
 */
export async function filterOfQuery(shop: Shop, language: Language, text: string): Promise<QueryFilter | undefined> {
  const tokens = valueTokens(text)
  const spans = tokens.length < 2 ? [] : valueSpans(tokens, await attributeWords(shop))
  const rest = without(tokens, spans)
  if (spans.length === 0 || rest === '') return undefined
  const hits = await searchHits(shop, { query: rest, language })
  if (!isAsTyped(hits)) return undefined
  const kind = await onlyKind(shop, rest)
  // Of more hits than are listed, a filter would lose some; the list of a category has all, but no words beside it.
  if (hits.capped && kind === undefined) return undefined
  const columns = await shop.catalogIndex.columns(hits.newestOfLists)
  const all = sequencesOf(hits.docs)
  const found = kind === undefined ? all : withValue(columns, all, { attributeId: categoryTerms, value: kind })
  const chosen = chosenValues(columns, found, spans)
  if (chosen.length === 0) return undefined
  const pairs = chosen.map(({ value: { attributeId, value } }) => `${attributeId}:${value}`)
  const filter = { rest: without(tokens, chosen), filter: pairs.join('~') }
  if (!hits.capped) return filter
  return chosen.length === spans.length && kind !== undefined ? { ...filter, kind } : undefined
}

/** Whether something was found, with all words and as they were typed. */
function isAsTyped({ docs, reading: { dropped, corrections } }: SearchHits): boolean {
  return docs.length > 0 && dropped.length + corrections.length === 0
}

/** The values of each span that the products have, together with those of the spans before it. */
function chosenValues(columns: ProductColumns, all: Uint32Array, spans: readonly ValueSpan[]): Chosen[] {
  const first = all.slice(0, firstHits)
  const chosen: Chosen[] = []
  let found = all
  for (const { start, length, candidates } of isOneKind(columns, first) ? spans : spans.filter(isSeveralWords)) {
    const best = mostHad(columns, first, found, candidates)
    if (best === undefined) continue
    chosen.push({ start, length, value: best })
    found = withValue(columns, found, best)
  }
  return chosen
}

/** An amount alone may be said of every kind of part: "100w usb-c". */
const isSeveralWords = ({ length }: Span) => length > 1

/** Whether most of the first products are in one category. */
function isOneKind({ mainCategory }: ProductColumns, first: Uint32Array): boolean {
  const counts = Map.groupBy(first, (seq) => mainCategory[seq])
  return [...counts.values()].some((same) => same.length * 4 >= first.length * 3)
}

type Span = { start: number; length: number }

function without(tokens: readonly string[], spans: readonly Span[]): string {
  const isTaken = (at: number) => spans.some(({ start, length }) => at >= start && at < start + length)
  return tokens.filter((_, at) => !isTaken(at)).join(' ')
}

/** Of the attributes that half of the first products have, the one that most have and whose value is found. */
function mostHad(
  columns: ProductColumns,
  first: Uint32Array,
  found: Uint32Array,
  candidates: readonly ValueCandidate[],
): ValueCandidate | undefined {
  const has = (seq: number, facet: number) => columns.termsOf(seq).some((term) => columns.terms.facetOf[term] === facet)
  const counted = candidates.map((each) => {
    const facet = columns.terms.facetNumber(each.attributeId)
    return { each, count: facet === undefined ? 0 : first.filter((seq) => has(seq, facet)).length }
  })
  return counted
    .filter(({ count }) => count > 0 && count * 2 >= first.length)
    .toSorted((one, other) => other.count - one.count)
    .find(({ each }) => withValue(columns, found, each).length > 0)?.each
}

function withValue(columns: ProductColumns, found: Uint32Array, { attributeId, value }: ValueCandidate): Uint32Array {
  const term = columns.terms.find(attributeId, value)
  return term === undefined ? new Uint32Array() : found.filter((seq) => columns.termsOf(seq).includes(term))
}
