import type { Language } from '../../domain/locales.ts'
import type { ShopDatabase } from '../db/connect.ts'
import { engineOf } from './choose-engine.ts'
import { docsWithin, documentsByDocs, productIdsOf, type Membership } from './hit-queries.ts'
import { partialHits } from './partial-hits.ts'
import { hasDigit, parseQuery, type Query } from './query.ts'
import { score } from './score.ts'
import { memberOf, type TermGroup } from './search-terms.ts'
import { relaxedTerms, termsOf, type WordTerms } from './word-terms.ts'

/** Everything that a search asks comes from `searchDb`. */
export type SearchSource = Pick<ShopDatabase, 'searchDb' | 'kind'>
export type SearchRequest = Membership & { query: string; language: Language; limit: number; offset: number }
/** `total` is exact up to 1,000; `capped` says that there are more. */
export type SearchResult = { ids: string[]; total: number; capped: boolean }

const mostHits = 1_000
/** Hits of each kind that are scored; what comes after them stays in the order of popularity. */
const scoredHits = 120
/** With fewer hits than this, spellings are relaxed too. */
const fewHits = 3
/** Of each word's terms when not all words can be had: the word and the shortest that begin with it. */
const partialTerms = 8

type Hits = { byNumber: number[]; inTitle: number[]; anywhere: number[] }
type Search = SearchSource & { query: Query; request: SearchRequest; within: TermGroup[] }

/**
 * Finds products by words, beginnings and parts of words, part numbers in any spelling, and with one typo in a word
 * when the words as written find next to nothing. Any text is safe. Exact numbers come first, then names with all
 * words, then other fields; popular products first among equals (spec sections 4, 5 and 7).
 */
export async function searchProducts(source: SearchSource, request: SearchRequest): Promise<SearchResult> {
  const query = parseQuery(request.query)
  if (!query) return { ids: [], total: 0, capped: false }
  const search = { ...source, query, request, within: membership(request) }
  const ranked = await rankedDocs(search)
  const page = ranked.slice(0, mostHits).slice(request.offset, request.offset + request.limit)
  return {
    ids: page.length > 0 ? await productIdsOf(source.searchDb, source.kind, page) : [],
    total: Math.min(ranked.length, mostHits), capped: ranked.length > mostHits,
  }
}

function membership({ categoryId, deviceId }: Membership): TermGroup[] {
  const group = (room: 'category' | 'device', id: string | undefined): TermGroup[] =>
    id === undefined ? [] : [[{ text: memberOf(room, id), prefix: false }]]
  return [...group('category', categoryId), ...group('device', deviceId)]
}

async function rankedDocs(search: Search): Promise<number[]> {
  const strict = await Promise.all(search.query.words.map((word) => termsOf(search.searchDb, word)))
  const found = await rank(search, strict, await findHits(search, strict))
  if (found.length >= fewHits) return found
  const relaxed = await Promise.all(search.query.words.map((word) => relaxedTerms(search.searchDb, search.kind, word)))
  const words = relaxed.flatMap((terms, at) => terms ?? strict[at] ?? [])
  const looser = await looserHits(search, words, { respelled: relaxed.some(Boolean), someFound: found.length > 0 })
  return [...new Set([...found, ...await rank(search, words, looser)])]
}

async function findHits(search: Search, words: readonly WordTerms[]): Promise<Hits> {
  const { searchDb: db, kind, query: { number }, within } = search
  const engine = engineOf(kind)
  const byNumber = number !== undefined && hasDigit(number) ? await numberHits(search, number) : []
  const inTitle = await engine.withTerms(db, [...words.map((word) => word.inTitle), ...within], scoredHits)
  const anywhere = await engine.withTerms(db, [...words.map((word) => word.anywhere), ...within], mostHits + 1)
  return { byNumber, inTitle, anywhere }
}

async function numberHits({ searchDb: db, kind, request }: Search, number: string): Promise<number[]> {
  const docs = await engineOf(kind).withNumber(db, number, mostHits + 1)
  const { categoryId, deviceId } = request
  return docs.length === 0 || (categoryId === undefined && deviceId === undefined) ? docs : docsWithin(db, kind, docs, request)
}

/** Numbers without a digit and other spellings; only when even they give nothing, products that lack some word. */
async function looserHits(
  search: Search, words: readonly WordTerms[], { respelled, someFound }: { respelled: boolean; someFound: boolean },
): Promise<Hits> {
  const { searchDb: db, kind, query: { number }, within } = search
  const hits: Hits = respelled ? await findHits(search, words) : { byNumber: [], inTitle: [], anywhere: [] }
  if (number !== undefined && !hasDigit(number)) hits.byNumber = await numberHits(search, number)
  if (someFound || hits.byNumber.length + hits.anywhere.length > 0) return hits
  return { ...hits, anywhere: await partialHits(engineOf(kind), db, words.map((word) => word.anywhere.slice(0, partialTerms)), within) }
}

async function rank(search: Search, words: readonly WordTerms[], hits: Hits): Promise<number[]> {
  const { searchDb: db, kind, query, request } = search
  const scored = new Set([...hits.byNumber.slice(0, scoredHits), ...hits.inTitle, ...hits.anywhere.slice(0, scoredHits)])
  if (scored.size === 0) return []
  const meant = words.map((word) => word.meant)
  const rows = await documentsByDocs(db, kind, [...scored])
  const best = rows.map((row) => ({ doc: row.doc, score: score(row, query, meant, request.language) }))
    .sort((one, other) => other.score - one.score || one.doc - other.doc)
  return [...new Set([...best.map((hit) => hit.doc), ...hits.byNumber, ...hits.anywhere])]
}
