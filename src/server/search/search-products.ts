import type { Language } from '../../domain/places/locales.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import { runDetached } from '../platform/db/request-signal.ts'
import { categoryWords } from './category-words.ts'
import { sequenceOf } from './doc-number.ts'
import { maxHits, type Found } from './engines/engine.ts'
import {
  findNumber,
  findRanked,
  scoredHits,
  union,
  type RankedHits,
  type Search,
  type SearchSource,
} from './find-hits.ts'
import { productIdsOf, type Membership } from './hit-queries.ts'
import {
  droppedHits,
  hitsOfKind,
  joinedHits,
  nothingLeftOut,
  withoutAbsentDenials,
  withoutDeniedHits,
  type Ranked,
} from './left-out.ts'
import { postingCacheOf } from './posting-lists/posting-cache.ts'
import { wordEngineOf } from './posting-lists/word-engine.ts'
import { hasDigit, parseQuery, withDigits } from './query.ts'
import { brandWords, withJoinedBrands } from './reading/brand-words.ts'
import type { NamedDevice } from './reading/find-device.ts'
import { readQuery, type QueryPart, type ReadingSource, type ReadQuery } from './reading/read-query.ts'
import { withKnownNames } from './reading/replace-known-names.ts'
import { attributeWords } from './reading/value-spans.ts'
import { relaxedPart, termsOfPart, type Correction, type PartTerms } from './terms/part-terms.ts'
import { splits } from './terms/split-words.ts'
import { isWordKnown, termsOf, wholeWord } from './terms/word-terms.ts'
import { valuesAlike, valuesNamedIn } from './values-alike.ts'

export type { SearchSource } from './find-hits.ts'
export type SearchRequest = HitsRequest & { limit: number; offset: number }
/** `isUnfinished`: the query is being typed, and its last word may be the beginning of another one. */
type HitsRequest = Membership & { query: string; language: Language; isUnfinished?: boolean }

/**
 * How the query was understood: `devices` are named in it, and only parts that fit one of them were found, unless
 * `dropped` has their text. `dropped` are parts of the query that were left out because nothing has them together with
 * the others; `rest` is the query without the devices. `corrections` are the unknown words for which known ones found
 * more.
 */
export type Reading = {
  devices: readonly NamedDevice[]
  deviceText: string
  rest: string
  dropped: readonly string[]
  corrections: readonly Correction[]
  /** Where nothing was found: the parts of the query that something has, but not together. */
  alone: readonly string[]
}
/** `total` is exact up to `maxHits`; `capped` means that there are more. */
type Count = { total: number; capped: boolean; reading: Reading }
export type SearchResult = { ids: string[] } & Count
/**
 * Documents, best first, at most `maxHits`. `owners` are the products of those that were scored, by `seq`;
 * `newestOfLists` is the number of the newest change of what lists keep in memory, where the search has read it.
 */
export type SearchHits = FoundDocuments & { owners: ReadonlyMap<number, string> }
type FoundDocuments = { docs: number[]; newestOfLists: number | undefined } & Count

/** With fewer hits than this, similar spellings are searched too. */
const fewHits = 3
/** With fewer than a page shows, words of letters and digits are also read as two: "rx7800xt" is in a few names. */
const fewGlued = 24

/** Fewer letters without a digit are in the middle of numbers by chance: "ups" in PSU-PS1F7H64B. */
const minLetters = 4
/** Words that are looked for as the beginning of others. */
const maxShortLength = 3
/** Shorter numbers are in many others. */
const minLookalikeLength = 6

const nothing: Found = { docs: [], total: 0 }
const unread: Reading = { devices: [], deviceText: '', rest: '', dropped: [], corrections: [], alone: [] }

/**
 * Finds products by words, prefixes and parts of words, synonyms, the devices they fit, part numbers in any spelling,
 * and with one typo in a word when the exact words find almost nothing. Accepts any text. Exact numbers come first,
 * then parts of the asked kind, then names with all words, then other fields; ties are ordered by popularity (spec
 * sections 4, 5 and 7).
 */
export async function searchProducts(source: SearchSource, request: SearchRequest): Promise<SearchResult> {
  const { newestOfLists: _, ...result } = await searchAfterChange(source, request)
  return result
}

/** Finds the same, with the number of the newest change of what lists keep in memory, where the search has read it. */
export async function searchAfterChange(
  source: SearchSource,
  request: SearchRequest,
): Promise<SearchResult & Pick<FoundDocuments, 'newestOfLists'>> {
  const end = request.offset + request.limit
  const owners = new Map<number, string>()
  const { docs, ...count } = await searchDocuments(source, request, Math.min(end, maxHits), owners)
  const page = docs.slice(request.offset, end)
  return { ids: await idsOf(source, page, owners), ...count }
}

/** The products of documents; those of the documents that were scored are known. */
async function idsOf({ db }: SearchSource, docs: number[], owners: ReadonlyMap<number, string>): Promise<string[]> {
  if (docs.every((doc) => owners.has(doc))) return docs.flatMap((doc) => owners.get(doc) ?? [])
  return productIdsOf(db, docs)
}

/** Returns all hits of a search, without paging. */
export async function searchHits(source: SearchSource, request: HitsRequest): Promise<SearchHits> {
  const owners = new Map<number, string>()
  const hits = await searchDocuments(source, request, maxHits, owners)
  return { ...hits, owners: new Map([...owners].map(([doc, id]) => [sequenceOf(doc), id])) }
}

async function searchDocuments(
  source: SearchSource,
  request: HitsRequest,
  first: number,
  owners: Map<number, string>,
): Promise<FoundDocuments> {
  const { query: text, language, isUnfinished = false, ...within } = request
  const [attributes, brands] = await Promise.all([attributeWords(source), brandWords(source)])
  const names = { brands, inLabels: attributes.inLabels }
  const [[read, { words, known, newestOfLists }], categories, values] = await Promise.all([
    readWithWords({ ...source, names }, withJoinedBrands(text, brands), within),
    categoryWords(source),
    valuesAlike(source),
  ])
  if (!read) return { docs: [], total: 0, capped: false, newestOfLists, reading: { ...unread, rest: text } }
  const factsOf = await source.catalogIndex?.facts(newestOfLists)
  const query = withKnownNames(read, attributes, brands)
  const {
    docs,
    total,
    dropped,
    corrections,
    alone = [],
  } = await rankedDocs({
    ...source,
    words,
    known,
    factsOf,
    owners,
    categories,
    values: valuesNamedIn(query.words, values),
    labels: attributes.single,
    sharedLabels: attributes.shared,
    namedValues: attributes.values,
    query,
    language,
    within: narrowToDevices(within, query),
    first: Math.max(first, scoredHits),
    isUnited: false,
    isUnfinished,
  })
  const rest = withInchSigns(text, query.parts.map((part) => part.text).join(' '))
  return {
    docs: docs.slice(0, maxHits),
    total: Math.min(total, maxHits),
    capped: total > maxHits,
    newestOfLists,
    reading: { devices: query.devices, deviceText: query.deviceText, rest, dropped, corrections, alone },
  }
}

/** What was read of a text, with the signs of inches that it has: `2.5"` is not "2.5 tum". */
function withInchSigns(typed: string, read: string): string {
  return /\d\s?(?:"|\u2033|\u201d)/u.test(typed) ? read.replace(/(?<=\d) tum(?!\p{L})/gu, '"') : read
}

/**
 * Reads the query, and begins the search with the lists as they are now, in one message. Words of the query are looked
 * up in it as well, where what is found stays for the search unless something has changed since the last one.
 */
function readWithWords(source: SearchSource & ReadingSource, text: string, { deviceIds }: Membership) {
  const known = (source.terms ?? postingCacheOf(source)).lastKnown
  const isNew = (word: string) => known !== undefined && !isWordKnown(known, word)
  const words = parseQuery(text)?.words.filter(isNew) ?? []
  // What others wait for as well does not end when the first shopper leaves.
  return runDetached(() =>
    onOneConnection(source.db, async (one) => {
      const begun = wordEngineOf(source, one)
      // Words that others look up by now are left to them: they may wait for the connection that is held here.
      const looked = words.filter(isNew).map((word) => termsOf({ db: one, known }, word))
      const ended = Promise.allSettled([begun, ...looked])
      try {
        return [await readQuery({ ...source, db: one }, text, deviceIds !== undefined), await begun] as const
      } finally {
        await ended
      }
    }),
  )
}

/** Narrows to the devices that the query names. */
function narrowToDevices(within: Membership, { devices }: ReadQuery): Membership {
  if (devices.length === 0) return within
  return { ...within, deviceIds: devices.map(({ id }) => id) }
}

async function rankedDocs(search: Search): Promise<Ranked> {
  const hits = await hitsAsked(await withoutAbsentDenials(search))
  return search.query.denied.length === 0 || hits.total === 0 ? hits : withoutDeniedHits(search, hits)
}

async function hitsAsked(search: Search): Promise<Ranked> {
  const { query } = search
  const strict = await Promise.all(query.parts.map((part) => strictTerms(search, part)))
  const found = await findRanked(search, strict)
  const ofKind = found.isOtherKind ? await hitsOfKind(search, strict) : undefined
  if (ofKind) return ofKind
  const enough = isGlued(query) ? fewGlued : fewHits
  if (found.total >= enough || (found.total > 0 && query.devices.length > 0)) return { ...found, ...nothingLeftOut }
  const alike = found.total === 0 ? await lookalikeHits(search) : undefined
  if (alike) return alike
  const isFew = found.total < fewHits
  const relaxed = await relaxedHits({ ...search, isUnited: found.total > 0 }, strict, isFew)
  const both: RankedHits = union(found, relaxed.found)
  if (both.total > 0)
    return withCorrections(search, both, { ...relaxed, corrections: isFew ? relaxed.corrections : [] })
  const joined = await joinedHits(search, relaxed.parts)
  return joined.total > 0 ? joined : droppedHits(search, strict, relaxed.parts)
}

/** Hits that are partly of other spellings, or where none of them is of the kind that is asked for, those that are. */
async function withCorrections(
  search: Search,
  found: RankedHits,
  { parts, corrections }: { parts: readonly PartTerms[]; corrections: readonly Correction[] },
): Promise<Ranked> {
  const ofKind = found.isOtherKind ? await hitsOfKind(search, parts) : undefined
  return { ...(ofKind ?? { ...found, dropped: [] }), corrections }
}

/** A short word that is a value of a filter is a whole one, unless it is being typed: "blå" does not begin "black". */
function strictTerms(search: Search, part: QueryPart): Promise<PartTerms> | PartTerms {
  const [word = '', ...others] = part.words
  const isShort = others.length + part.also.length === 0 && word.length <= maxShortLength && /^[a-z]+$/.test(word)
  const isTyped = search.isUnfinished && word === search.query.words.at(-1)
  return isShort && !isTyped && search.namedValues.has(word)
    ? { ...part, words: [wholeWord(word)] }
    : termsOfPart(search, part)
}

/** Finds a number with digits for the letters that look like them; undefined where nothing has that number. */
async function lookalikeHits(search: Search): Promise<Ranked | undefined> {
  const { number, words } = search.query
  const withoutLetters = number === undefined ? undefined : withDigits(number)
  if (withoutLetters === undefined || withoutLetters === number || withoutLetters.length < minLookalikeLength)
    return undefined
  const found = await findNumber(search, withoutLetters)
  const corrections = words.flatMap((typed) =>
    withDigits(typed) === typed ? [] : [{ typed, suggestions: [withDigits(typed)] }],
  )
  return found.total === 0 ? undefined : { ...found, dropped: [], corrections }
}

/** Whether a word has letters and digits. */
function isGlued({ words }: ReadQuery): boolean {
  return words.some((word) => splits(word).length > 0)
}

type Relaxed = { parts: readonly PartTerms[]; found: RankedHits; corrections: readonly Correction[] }

/**
 * Finds other spellings, `mayBeMisspelt` those with a typo, too, and numbers without a digit. `isUnited` of the search:
 * they are counted together with what was found before.
 */
async function relaxedHits(search: Search, strict: readonly PartTerms[], mayBeMisspelt: boolean): Promise<Relaxed> {
  const { query, kind } = search
  const relaxed = likelyOnes(
    await Promise.all(query.parts.map((part) => relaxedPart(search, kind, part, mayBeMisspelt))),
  )
  const parts = strict.map((part, at) => relaxed[at] ?? part)
  const { number } = query
  const mayBeNumber = number !== undefined && !hasDigit(number) && number.length >= minLetters
  const byNumber = mayBeNumber ? await findNumber(search, number) : nothing
  const isUnited = search.isUnited || byNumber.total > 0
  const found: RankedHits = relaxed.some(Boolean) ? await findRanked({ ...search, isUnited }, parts) : nothing
  const corrections = found.total > 0 ? relaxed.flatMap((part) => part?.corrections ?? []) : []
  return { parts, found: union(byNumber, found), corrections }
}

/**
 * Where no word of several is known as it was typed, corrections that begin with another letter are left: "lawn mower"
 * is no misspelt "dawn power".
 */
function likelyOnes(relaxed: readonly (PartTerms | undefined)[]): readonly (PartTerms | undefined)[] {
  if (relaxed.length < 2 || !relaxed.every((part) => part?.corrections?.length)) return relaxed
  const isLikely = ({ typed, suggestions }: Correction) => suggestions.some((word) => word[0] === typed[0])
  return relaxed.map((part) => (part?.corrections?.every(isLikely) ? part : undefined))
}
