import type { Language } from '../../domain/places/locales.ts'
import type { ShopDatabase } from '../platform/db/connect.ts'
import { engineOf } from './choose-engine.ts'
import { mostHits, type Found } from './engine.ts'
import { docsWithin, documentsByDocs, productIdsOf, type Membership } from './hit-queries.ts'
import { partialHits } from './partial-hits.ts'
import { hasDigit, parseQuery, type Query } from './query.ts'
import { score } from './score.ts'
import { memberOf, type TermGroup } from './search-terms.ts'
import { relaxedTerms, termsOf, type WordTerms } from './word-terms.ts'

/** The word index is queried in `searchDb`; other look-ups are bounded and use `db`. */
export type SearchSource = Pick<ShopDatabase, 'db' | 'searchDb' | 'kind'>
export type SearchRequest = HitsRequest & { limit: number; offset: number }
type HitsRequest = Membership & { query: string; language: Language }
/** `total` is exact up to `mostHits`; `capped` means that there are more. */
export type SearchResult = { ids: string[]; total: number; capped: boolean }
/** Documents, best first, at most `mostHits`. */
export type SearchHits = { docs: number[]; total: number; capped: boolean }

/** Hits of each kind that are scored; the rest stay in order of popularity. */
const scoredHits = 120
/** With fewer hits than this, similar spellings are searched too. */
const fewHits = 3
/** Terms per word when no document has all words: the word and the shortest words that begin with it. */
const partialTerms = 8

type Hits = { byNumber: Found; inTitle: number[]; anywhere: Found }
/** `first` is the number of hits that must be sorted. */
type Search = SearchSource & { query: Query; request: HitsRequest; within: TermGroup[]; first: number }

const nothing: Found = { docs: [], total: 0 }

/**
 * Finds products by words, prefixes and parts of words, part numbers in any spelling, and with one typo in a word when
 * the exact words find almost nothing. Accepts any text. Exact numbers come first, then names with all words, then
 * other fields; ties are ordered by popularity (spec sections 4, 5 and 7).
 */
export async function searchProducts(source: SearchSource, request: SearchRequest): Promise<SearchResult> {
  const end = request.offset + request.limit
  const { docs, ...count } = await searchDocuments(source, request, Math.min(end, mostHits))
  const page = docs.slice(request.offset, end)
  return { ids: page.length > 0 ? await productIdsOf(source.db, source.kind, page) : [], ...count }
}

/** Returns all hits of a search, without paging. */
export function searchHits(source: SearchSource, request: HitsRequest): Promise<SearchHits> {
  return searchDocuments(source, request, mostHits)
}

async function searchDocuments(source: SearchSource, request: HitsRequest, first: number): Promise<SearchHits> {
  const query = parseQuery(request.query)
  if (!query) return { docs: [], total: 0, capped: false }
  const search = { ...source, query, request, within: membership(request), first: Math.max(first, scoredHits) }
  const { docs, total } = await rankedDocs(search)
  return { docs: docs.slice(0, mostHits), total: Math.min(total, mostHits), capped: total > mostHits }
}

function membership({ categoryId, deviceId }: Membership): TermGroup[] {
  const group = (kind: 'category' | 'device', id: string | undefined): TermGroup[] =>
    id === undefined ? [] : [[{ text: memberOf(kind, id), prefix: false }]]
  return [...group('category', categoryId), ...group('device', deviceId)]
}

async function rankedDocs(search: Search): Promise<Found> {
  const strict = await Promise.all(search.query.words.map((word) => termsOf(search.db, word)))
  const found = await rank(search, strict, await findHits(search, strict))
  if (found.total >= fewHits) return found
  const relaxed = await Promise.all(search.query.words.map((word) => relaxedTerms(search.db, search.kind, word)))
  const words = relaxed.flatMap((terms, at) => terms ?? strict[at] ?? [])
  const looser = await looserHits(search, words, { respelled: relaxed.some(Boolean), someFound: found.total > 0 })
  return union(found, await rank(search, words, looser))
}

/** When both kinds have hits, reads all of them to remove duplicates. */
async function findHits(search: Search, words: readonly WordTerms[]): Promise<Hits> {
  const {
    searchDb,
    kind,
    query: { number },
    within,
  } = search
  const byNumber = number !== undefined && hasDigit(number) ? await numberHits(search, number) : nothing
  const groups = {
    anywhere: [...words.map((word) => word.anywhere), ...within],
    inTitle: [...words.map((word) => word.inTitle), ...within],
  }
  const first = byNumber.total > 0 ? mostHits + 1 : search.first
  const { inTitle, ...anywhere } = await engineOf(kind).withWords(searchDb, groups, { first, titles: scoredHits })
  return { byNumber, inTitle, anywhere }
}

async function numberHits({ searchDb, db, kind, request }: Search, number: string): Promise<Found> {
  const found = await engineOf(kind).withNumber(searchDb, number, mostHits + 1)
  const { categoryId, deviceId } = request
  if (found.total === 0 || (categoryId === undefined && deviceId === undefined)) return found
  const docs = await docsWithin(db, kind, found.docs, request)
  return { docs, total: docs.length }
}

/** Tries numbers without a digit and other spellings; if these find nothing, products that lack some of the words. */
async function looserHits(
  search: Search,
  words: readonly WordTerms[],
  { respelled, someFound }: { respelled: boolean; someFound: boolean },
): Promise<Hits> {
  const {
    searchDb,
    kind,
    query: { number },
    within,
  } = search
  const hits: Hits = respelled ? await findHits(search, words) : { byNumber: nothing, inTitle: [], anywhere: nothing }
  if (number !== undefined && !hasDigit(number)) hits.byNumber = await numberHits(search, number)
  if (someFound || hits.byNumber.total + hits.anywhere.total > 0) return hits
  const groups = words.map((word) => word.anywhere.slice(0, partialTerms))
  const docs = await partialHits(engineOf(kind), searchDb, groups, within)
  return { ...hits, anywhere: { docs, total: docs.length } }
}

async function rank({ db, kind, query, request }: Search, words: readonly WordTerms[], hits: Hits): Promise<Found> {
  const { byNumber, inTitle, anywhere } = hits
  const scored = new Set([...byNumber.docs.slice(0, scoredHits), ...inTitle, ...anywhere.docs.slice(0, scoredHits)])
  if (scored.size === 0) return nothing
  const meant = words.map((word) => word.meant)
  const rows = await documentsByDocs(db, kind, [...scored])
  const best = rows
    .map((row) => ({ doc: row.doc, score: score(row, query, meant, request.language) }))
    .sort((one, other) => other.score - one.score || one.doc - other.doc)
  const all = union(byNumber, anywhere)
  return { docs: [...new Set([...best.map((hit) => hit.doc), ...all.docs])], total: all.total }
}

/** Merges two kinds of hits. A list that is incomplete has too many hits for an exact total. */
function union(one: Found, other: Found): Found {
  const docs = [...new Set([...one.docs, ...other.docs])]
  const isWhole = one.docs.length >= one.total && other.docs.length >= other.total
  return { docs, total: isWhole ? docs.length : Math.max(one.total, other.total) }
}
