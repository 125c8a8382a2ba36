import type { Language } from '../../domain/places/locales.ts'
import type { ProductColumns } from '../catalog/columns/product-columns.ts'
import { categoryTerms } from '../catalog/columns/terms.ts'
import { writeRange } from '../catalog/listing/number-range.ts'
import type { Shop } from '../catalog/shop.ts'
import { sequencesOf } from '../search/doc-number.ts'
import type { Bound } from '../search/reading/bounds.ts'
import { isDenier } from '../search/reading/denied-words.ts'
import { withoutSeries } from '../search/reading/part-codes.ts'
import { isStopWord } from '../search/reading/stop-words.ts'
import { synonymsOf } from '../search/reading/synonym-queries.ts'
import {
  attributeWords,
  valueSpans,
  valueTokens,
  type ValueCandidate,
  type ValueSpan,
} from '../search/reading/value-spans.ts'
import { searchHits, type SearchHits } from '../search/search-products.ts'
import { valuesAlike, valuesNamedIn } from '../search/values-alike.ts'
import { foldedWords } from '../search/words.ts'
import { onlyKind } from './only-kind.ts'

/** Sizes of storage that differ by no more than this are sold as the same: 480, 500 and 512 GB, or 240 and 256. */
const maxBetweenSizes = 0.07
const wholeNumber = /^\d{1,6}$/
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
  const spans = tokens.length < 2 ? [] : await spansOf(shop, tokens)
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
  const left = without(tokens, chosen)
  const isAll = chosen.length === spans.length
  if (!isAll && (hits.capped || !(await hasAll(shop, columns, { query: left, language }, chosen)))) return undefined
  const named = await valuesInRest(shop, columns, withAll(columns, found, chosen), left)
  return filterOf(left, [...chosen, ...named], hits.capped ? kind : undefined)
}

/**
 * Values that the rest of a text names, where others have the same words: a list with a filter is long, and only the
 * first of what a search finds are in the order of what is meant, "ATX" before "Micro-ATX".
 */
async function valuesInRest(shop: Shop, columns: ProductColumns, found: Uint32Array, rest: string) {
  const named = valuesNamedIn(foldedWords(withoutSeries(rest)), await valuesAlike(shop))
  return named.filter((value) => withValue(columns, found, value).length > 0).map((value) => ({ value }))
}

function filterOf(rest: string, chosen: readonly Pick<Chosen, 'value'>[], kind?: string): QueryFilter {
  const pairs = [...Map.groupBy(chosen, ({ value }) => value.attributeId)].flatMap(([id, all]) =>
    valuesInAddress(all.map(({ value }) => value)).map((value) => `${id}:${value}`),
  )
  return { rest, filter: pairs.join('~'), ...(kind !== undefined && { kind }) }
}

/** What is asked for of one attribute: an address adds a range to values, so that a value says more than its limits. */
function valuesInAddress(values: readonly ValueCandidate[]): string[] {
  const exact = values.filter(({ bound }) => bound === undefined)
  if (exact.length > 0) return exact.map(({ value }) => value)
  const limits = (of: Bound) => values.flatMap(({ bound, value }) => (bound === of ? Number(value) : []))
  const [from, to] = [limits('from'), limits('to')]
  const range = { from: from.length > 0 ? Math.max(...from) : null, to: to.length > 0 ? Math.min(...to) : null }
  return [writeRange(range)]
}

async function spansOf(shop: Shop, tokens: readonly string[]): Promise<ValueSpan[]> {
  const words = tokens.some((token) => wholeNumber.test(token)) ? tokens.flatMap(foldedWords) : []
  const [known, rows] = await Promise.all([
    attributeWords(shop),
    words.length === 0 ? [] : synonymsOf(shop.db, [...new Set(words)]),
  ])
  const meanings = Map.groupBy(rows, ({ phrase }) => phrase)
  return valueSpans(tokens, known, new Map([...meanings].map(([word, same]) => [word, same.map((row) => row.word)])))
}

/** Whether values were chosen, and parts have them that a text finds which still has other amounts. */
async function hasAll(
  shop: Shop,
  columns: ProductColumns,
  search: { query: string; language: Language },
  chosen: readonly Chosen[],
): Promise<boolean> {
  if (chosen.length === 0) return false
  const hits = await searchHits(shop, search)
  const found = withAll(columns, sequencesOf(hits.docs), chosen)
  return isAsTyped(hits) && found.length > 0
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
  for (const { start, length, candidates } of isOneKind(columns, first) ? spans : spans.filter(isOfAnyKind)) {
    const best = mostHad(columns, first, found, candidates)
    if (best === undefined) continue
    chosen.push({ start, length, value: best })
    found = withValue(columns, found, best)
  }
  return chosen
}

/** An amount alone may be said of every kind of part, "100w usb-c", but for sizes of storage and limits. */
const isOfAnyKind = ({ length, candidates }: ValueSpan) =>
  candidates.some(({ isSize, bound }) => isSize === true || bound !== undefined || length > 1)

/** Whether most of the first products are in one category. */
function isOneKind({ mainCategory }: ProductColumns, first: Uint32Array): boolean {
  const counts = Map.groupBy(first, (seq) => mainCategory[seq])
  return [...counts.values()].some((same) => same.length * 4 >= first.length * 3)
}

type Span = { start: number; length: number }

function without(tokens: readonly string[], spans: readonly Span[]): string {
  const isTaken = (at: number) => spans.some(({ start, length }) => at >= start && at < start + length)
  const left = tokens.filter((_, at) => !isTaken(at))
  // "cpu with 16 cores" is "cpu", and "32 gigs of ram" is "ram"; "not seagate 12tb" stays "not seagate".
  const folded = left.map((token) => foldedWords(token).join(' '))
  const says = (_: string, at: number) => !isStopWord(folded[at] ?? '')
  const begun = left.findIndex(says)
  const first = folded.slice(0, begun).some(isDenier) ? 0 : begun
  return (spans.length === 0 || first === -1 ? left : left.slice(first, left.findLastIndex(says) + 1)).join(' ')
}

/** Of the attributes that half of the first products have, the one that most have and whose value is found. */
function mostHad(
  columns: ProductColumns,
  first: Uint32Array,
  found: Uint32Array,
  candidates: ValueSpan['candidates'],
): ValueCandidate | undefined {
  const has = (seq: number, facet: number) => columns.termsOf(seq).some((term) => columns.terms.facetOf[term] === facet)
  const counted = candidates.map((each) => {
    const facet = columns.terms.facetNumber(each.attributeId)
    return { each, count: facet === undefined ? 0 : first.filter((seq) => has(seq, facet)).length }
  })
  const meant = counted
    .filter(({ count }) => count > 0 && count * 2 >= first.length)
    .toSorted((one, other) => other.count - one.count)
    .map(({ each }) => each)
  const isThere = (each: ValueCandidate) => withValue(columns, found, each).length > 0
  return (
    meant.find(isThere) ??
    meant.flatMap((each) => (each.isSize && each.bound === undefined ? sizesLike(columns, each) : [])).find(isThere)
  )
}

/** The sizes that are sold as the same as one that no part has, the nearest first. */
function sizesLike({ terms }: ProductColumns, { attributeId, value }: ValueCandidate): ValueCandidate[] {
  const away = (other: string) => Math.abs(Number(other) - Number(value)) / Math.max(Number(other), Number(value))
  return [...terms.ofFacet(attributeId).keys()]
    .filter((other) => away(other) <= maxBetweenSizes)
    .toSorted((one, other) => away(one) - away(other))
    .map((other) => ({ attributeId, value: other }))
}

function withAll(columns: ProductColumns, found: Uint32Array, chosen: readonly Chosen[]): Uint32Array {
  return chosen.reduce((some, { value }) => withValue(columns, some, value), found)
}

function withValue(columns: ProductColumns, found: Uint32Array, candidate: ValueCandidate): Uint32Array {
  const { attributeId, value, bound } = candidate
  if (bound !== undefined) return withinLimit(columns, found, { attributeId, bound, limit: Number(value) })
  const term = columns.terms.find(attributeId, value)
  return term === undefined ? new Uint32Array() : found.filter((seq) => columns.termsOf(seq).includes(term))
}

function withinLimit(
  columns: ProductColumns,
  found: Uint32Array,
  { attributeId, bound, limit }: { attributeId: string; bound: Bound; limit: number },
): Uint32Array {
  const isWithin = (value: string) => (bound === 'from' ? Number(value) >= limit : Number(value) <= limit)
  const terms = new Set(
    [...columns.terms.ofFacet(attributeId)].flatMap(([value, term]) => (isWithin(value) ? term : [])),
  )
  return found.filter((seq) => columns.termsOf(seq).some((term) => terms.has(term)))
}
