import type { Language } from '../../domain/places/locales.ts'
import type { TtlCache } from '../platform/ttl-cache.ts'
import type { CategoryWords } from './category-words.ts'
import { maxHits, type Found } from './engines/engine.ts'
import { docsWithin, docsWithValues, scoredDocuments, type Membership, type ScoredDocument } from './hit-queries.ts'
import { matchKinds, type Kinds } from './kind-of-product.ts'
import type { PostingSource, PostingCache } from './posting-lists/posting-cache.ts'
import type { FactsOf, FactSource } from './posting-lists/product-facts.ts'
import type { ReadCache } from './posting-lists/read-cache.ts'
import type { WordEngine } from './posting-lists/word-engine.ts'
import { hasDigit } from './query.ts'
import type { ProposedMeaning, ReadQuery } from './reading/read-query.ts'
import { wordsAlike, type WordsAlike } from './reading/stems.ts'
import type { AttributeWords, NamedValue } from './reading/value-spans.ts'
import { scorer } from './score.ts'
import { memberOf, titleWord, type TermGroup } from './search-terms.ts'
import type { PartTerms } from './terms/part-terms.ts'
import type { WordTerms } from './terms/word-terms.ts'
import type { ValueWords } from './values-alike.ts'

/** The word index is queried in `searchDb`; other look-ups are bounded and use `db`. */
export type SearchSource = PostingSource & {
  proposed?: ProposedMeaning | undefined
  /** What is kept in memory, instead of what the process keeps. */
  terms?: PostingCache
  /** Where the names of categories are kept. */
  memory?: TtlCache
  /** What lists keep in memory. */
  catalogIndex?: FactSource
}
/**
 * `first` is the number of hits that must be sorted; `words` finds documents by words. `owners` gets the products of
 * the documents that were scored.
 */
export type Search = SearchSource & {
  query: ReadQuery
  language: Language
  within: Membership
  first: number
  /** Whether the hits are counted together with others, for which all of them are needed. */
  isUnited: boolean
  /** Whether the last word may be the beginning of another one. */
  isUnfinished: boolean
  words: WordEngine
  known: ReadCache | undefined
  factsOf: FactsOf | undefined
  owners: Map<number, string>
  categories: readonly CategoryWords[]
  /** Values that the query names, where others have the same words. */
  values: readonly ValueWords[]
  /** The values of filters whose label is one word, by that word. */
  namedValues: AttributeWords['values']
  /** The labels and names of filters that are one word. */
  labels: ReadonlySet<string>
  /** Labels of one word that labels of other filters have as well. */
  sharedLabels: ReadonlySet<string>
}

/** Hits of each kind that are scored; the rest stay in order of popularity. */
export const scoredHits = 120
/** Of those that are closest to what is asked for, two pages. */
const closestHits = 48
/** "atx" is found in "Micro-ATX", too, and asks for the value with this very name. */
const requestedValueScore = 8

type Hits = { byNumber: Found; inTitle: number[]; anywhere: Found }

/** `isOtherKind`: the query names a kind of part, and none of the hits is of it. */
export type RankedHits = Found & { isOtherKind?: boolean }

const nothing: Found = { docs: [], total: 0 }

/** Finds and ranks the documents with all these words, or with the query's number if it has a digit. */
export async function findRanked(search: Search, parts: readonly PartTerms[]): Promise<RankedHits> {
  const { query } = search
  const asked = askedFor(search, parts)
  // Most texts with a digit are no number of a part; then not all hits of their words are needed to count both.
  const byNumber = hasPartNumber(query) ? await numberHits(search, query.number) : nothing
  const byWords = await wordHits(search, asked, search.isUnited || byNumber.total > 0)
  return rank(search, asked, { byNumber, ...byWords })
}

/** The words of parts with their spellings, and the kinds of products that they name. */
type Asked = {
  words: readonly WordTerms[]
  spelled: readonly (readonly string[])[]
  alike: WordsAlike
  kinds: Kinds
}

function askedFor({ categories, query: { even } }: Search, parts: readonly PartTerms[]): Asked {
  const words = parts.flatMap((part) => part.words)
  const spelled = words.map(({ spellings }) => spellings)
  return { words, spelled, alike: wordsAlike, kinds: matchKinds(spelled, wordsAlike, categories, { even }) }
}

/** Whether the query has a part number with a digit; without one it is a word in the first place. */
function hasPartNumber(query: ReadQuery): query is ReadQuery & { number: string } {
  return query.number !== undefined && hasDigit(query.number)
}

/** Finds and ranks the documents with this number. */
export async function findNumber(search: Search, number: string): Promise<Found> {
  const byNumber = await numberHits(search, number)
  return rank(search, askedFor(search, []), { byNumber, inTitle: [], anywhere: nothing })
}

async function wordHits(search: Search, { words, kinds }: Asked, isUnited: boolean) {
  const { searchDb, words: engine, within, first } = search
  const members = membersOf(within)
  if (words.length + members.length === 0) return { anywhere: nothing, inTitle: [] }
  const groups = {
    anywhere: [...words.map((word) => word.anywhere), ...members],
    inTitle: [...words.map((word) => word.inTitle), ...members],
  }
  const wanted = { first, titles: scoredHits, isUnited }
  const { inTitle, ...anywhere } = await engine.withWords(searchDb, groups, wanted)
  // Fewer are all scored.
  if (anywhere.total <= scoredHits) return { anywhere, inTitle }
  const closer = await Promise.all([
    requestedHits(search, kinds, groups.anywhere),
    inTitle.length < scoredHits ? [] : namedHits(search, words),
  ])
  return { anywhere, inTitle: [...closer.flat(), ...inTitle] }
}

/** The most popular of the categories that are asked for. */
function requestedHits({ searchDb, words: engine }: Search, { requested, own }: Kinds, groups: TermGroup[]) {
  const closest = requested.length > 0 ? requested : own()
  if (closest.length === 0) return []
  return engine.withTerms(
    searchDb,
    [...groups, closest.map((id) => ({ text: memberOf('category', id), prefix: false }))],
    closestHits,
  )
}

/** The most popular that have the words themselves in their names: "chassi" is in fewer than "chassifläkt". */
function namedHits({ searchDb, words: engine, within }: Search, words: readonly WordTerms[]) {
  const named = words.map(({ spellings }) => spellings.map((word) => ({ text: titleWord(word), prefix: false })))
  return engine.withTerms(searchDb, [...named, ...membersOf(within)], closestHits)
}

/** The terms that products of the category and the devices have. */
export function membersOf({ categoryId, deviceIds }: Membership): TermGroup[] {
  const terms = (kind: 'category' | 'device', ids: readonly string[]): TermGroup =>
    ids.map((id) => ({ text: memberOf(kind, id), prefix: false }))
  return [
    ...(categoryId === undefined ? [] : [terms('category', [categoryId])]),
    ...(deviceIds === undefined ? [] : [terms('device', deviceIds)]),
  ]
}

/** Only hits that are filtered afterwards are read beyond those that must be sorted, where there are very many. */
async function numberHits({ searchDb, words, db, kind, within, first }: Search, number: string): Promise<Found> {
  const isFiltered = membersOf(within).length > 0
  const found = await words.withNumber(searchDb, number, isFiltered ? maxHits + 1 : first)
  if (found.total === 0 || !isFiltered) return found
  const docs = await docsWithin(db, kind, found.docs, within)
  return { docs, total: docs.length }
}

async function rank(search: Search, { spelled, alike, kinds }: Asked, hits: Hits): Promise<RankedHits> {
  const { db, kind, query, language, known, factsOf, owners, categories, values, labels, sharedLabels: shared } = search
  const { byNumber, inTitle, anywhere } = hits
  const scored = new Set([...byNumber.docs.slice(0, scoredHits), ...inTitle, ...anywhere.docs.slice(0, scoredHits)])
  if (scored.size === 0) return nothing
  const docs = [...scored]
  const whole = withAllWords(hits, scored)
  const [rows, haveFacet] = await Promise.all([
    scoredDocuments(db, docs, kinds.requested, { known, factsOf }),
    values.length === 0 ? [] : docsWithValues(db, kind, docs, values),
  ])
  const begunValues = valuesBegun(search, rows)
  const withBegun = begunValues.length === 0 ? [] : await docsWithValues(db, kind, docs, begunValues)
  const haveValue = new Set([...haveFacet, ...withBegun])
  for (const { doc, product_id: id } of rows) owners.set(doc, id)
  const begun = beginningOf(search, rows)
  const named = begun === undefined ? kinds : matchKinds(spelled, alike, categories, { begun, even: query.even })
  const score = scorer(query, spelled, language, { alike, kinds: named, labels, shared })
  const best = rows
    .map((row) => ({
      doc: row.doc,
      score: score(row, whole.has(row.doc)) + (haveValue.has(row.doc) ? requestedValueScore : 0),
    }))
    .sort((one, other) => other.score - one.score || one.doc - other.doc)
  const all = union(byNumber, anywhere)
  return {
    docs: [...best.map((hit) => hit.doc), ...all.docs.filter((doc) => !scored.has(doc))],
    total: all.total,
    isOtherKind: kinds.requested.length > 0 && !rows.some((row) => row.is_asked === 1),
  }
}

/**
 * The values that words of the query name, where a word is for some hits only the beginning of another one: "black" is
 * also how "bläckpatron" begins. A word with other diacritics than the label's is another word.
 */
function valuesBegun({ query, namedValues }: Search, rows: readonly ScoredDocument[]): NamedValue[] {
  return query.parts.flatMap(({ text, words: [word, ...others] }) => {
    const values = word === undefined || others.length > 0 ? [] : (namedValues.get(word) ?? [])
    const typed = text.toLowerCase()
    const matching = values.filter(({ label }) => typed === label || typed === word)
    return matching.length > 0 && rows.some((row) => isOnlyBegun(row, word ?? '')) ? matching : []
  })
}

function isOnlyBegun({ title_en: en, title_sv: sv }: ScoredDocument, word: string): boolean {
  const titles = `${en}${sv}`
  return titles.includes(` ${word}`) && !titles.includes(` ${word} `)
}

/** The last word of a text that is being typed, where it is no whole word of a name: "bat", not "tång". */
function beginningOf({ query, isUnfinished }: Search, rows: readonly ScoredDocument[]): string | undefined {
  const last = isUnfinished ? query.words.at(-1) : undefined
  const isWord = ({ title_en: en, title_sv: sv }: ScoredDocument) => `${en}${sv}`.includes(` ${last} `)
  return last === undefined || rows.some(isWord) ? undefined : last
}

/** The documents with all words, at least those of them that are scored. */
function withAllWords({ byNumber, inTitle, anywhere }: Hits, scored: Set<number>): ReadonlySet<number> {
  return byNumber.docs.length === 0 ? scored : new Set([...inTitle, ...anywhere.docs])
}

/**
 * Merges two kinds of hits. A list that is incomplete has too many hits for an exact total, and its first ones come
 * before all others that are needed.
 */
export function union(one: Found, other: Found): Found {
  if (one.total === 0) return other
  if (other.total === 0) return one
  const docs = [...new Set([...one.docs, ...other.docs])]
  const isWhole = one.docs.length >= one.total && other.docs.length >= other.total
  return { docs, total: isWhole ? docs.length : Math.max(one.total, other.total) }
}
