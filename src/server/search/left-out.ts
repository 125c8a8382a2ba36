import { maxHits, type Found } from './engines/engine.ts'
import { findRanked, membersOf, type Search } from './find-hits.ts'
import { groupedParts, partialTerms, partsAlone, partsTogether } from './parts-together.ts'
import { hasDigit } from './query.ts'
import { brandWords } from './reading/brand-words.ts'
import { deniedWith, isOfDevice } from './reading/denied-words.ts'
import { isErrand } from './reading/errand-words.ts'
import type { QueryPart } from './reading/read-query.ts'
import { adjectivesOf } from './reading/stems.ts'
import type { TermGroup } from './search-terms.ts'
import { termsOfPart, type Correction, type PartTerms } from './terms/part-terms.ts'
import { joinedAtDigits } from './terms/split-words.ts'
import { wholeWord } from './terms/word-terms.ts'
import { foldedWords } from './words.ts'

/**
 * Hits with the parts of the query that were left out, corrected, or, where there are no hits, that something has, but
 * not together.
 */
export type Ranked = Found & {
  dropped: readonly string[]
  corrections: readonly Correction[]
  alone?: readonly string[]
}

export const nothingLeftOut = { dropped: [], corrections: [] }

const nothing: Found = { docs: [], total: 0 }

/** Leaves out the device if no part for it has the words, else words that nothing has together with the others. */
export async function droppedHits(
  search: Search,
  strict: readonly PartTerms[],
  relaxed: readonly PartTerms[],
): Promise<Ranked> {
  const { query, within } = search
  const { deviceIds: _left, ...wider } = within
  if (query.devices.length > 0 && relaxed.length > 0) {
    const withoutErrand = await errandLeftOut(search, relaxed)
    if (withoutErrand) return withoutErrand
    const found = await findRanked({ ...search, within: wider }, relaxed)
    if (found.total > 0) return { ...found, ...nothingLeftOut, dropped: [query.deviceText] }
  }
  const typed = await Promise.all(strict.map((part, at) => typedIfFound(search, part, relaxed[at] ?? part)))
  const parts = typed.flatMap((part) => halvesOf(part, search.labels))
  const groups = groupedParts(parts, search, await brandWords(search))
  const kept = await partsTogether(search.words, search.searchDb, groups, membersOf(within))
  const dropped = parts.filter((_, at) => !kept.includes(at)).map(({ text }) => text)
  if (kept.length === 0 && query.devices.length === 0)
    return { ...nothing, ...nothingLeftOut, dropped, alone: await partsAlone(search.words, search.searchDb, groups) }
  const found = await findRanked(
    search,
    kept.flatMap((at) => parts[at] ?? []),
  )
  return { ...found, ...nothingLeftOut, dropped }
}

/** Leaves out names that a text denies and nothing has anyway: "ssd not samsung" where no Samsung is sold. */
export async function withoutAbsentDenials(search: Search): Promise<Search> {
  const { query, words: engine, searchDb } = search
  if (!query.parts.some(isDeniedName) || isOfDevice(query)) return search
  const isAsked = async (part: QueryPart) => {
    if (!isDeniedName(part)) return true
    const { words } = await termsOfPart(search, part)
    return engine.hasTerms(
      searchDb,
      words.map((word) => word.anywhere),
    )
  }
  const asked = await Promise.all(query.parts.map(isAsked))
  const parts = query.parts.filter((_, at) => asked[at])
  if (parts.length === 0 || parts.length === query.parts.length) return search
  return { ...search, query: { ...query, parts, words: [...new Set(parts.flatMap(({ words }) => words))] } }
}

/** "No" is in many part numbers and names: "NO-4512". */
function isDeniedName({ denier = '', words }: QueryPart): boolean {
  return ['not', 'inte'].includes(denier.toLowerCase()) && !words.some(hasDigit)
}

/**
 * Where no hit of several words is of the kind of part that they name, the parts of that kind without the words that
 * none of them has: coolers have "gaming" and "cpu", and "gaming cpu" asks for a processor. Undefined where nothing
 * needs to be left out.
 */
export async function hitsOfKind(search: Search, asked: readonly PartTerms[]): Promise<Ranked | undefined> {
  const parts = asked.flatMap((part) => halvesOf(part, search.labels))
  if (parts.length < 2 || search.query.devices.length > 0) return undefined
  const groups = groupedParts(parts, search, await brandWords(search))
  const kept = await partsTogether(search.words, search.searchDb, groups, membersOf(search.within))
  const isNamed = kept.some((at) => groups[at]?.kind)
  // "water cooler cpu" is no processor, and "cable usb c to hdmi" may be an adapter with a cable.
  const isValue = ({ words: [only, ...others] }: PartTerms) =>
    others.length === 0 && (only?.spellings.some((word) => search.labels.has(word)) ?? false)
  // "processor for games" is a processor, and "fan for the processor" is a cooler.
  const mayBeLeft = (part: PartTerms, at: number) =>
    isErrand(part.text) || (!groups[at]?.kind && (isValue(part) || (!part.isPurpose && hasDigit(part.text))))
  const mayLeave = parts.every((part, at) => kept.includes(at) || mayBeLeft(part, at))
  if (!isNamed || !mayLeave || kept.length === parts.length) return undefined
  const found = await findRanked(
    search,
    kept.flatMap((at) => parts[at] ?? []),
  )
  const dropped = parts.filter((_, at) => !kept.includes(at)).map(({ text }) => text)
  return found.total === 0 || found.isOtherKind ? undefined : { ...found, ...nothingLeftOut, dropped }
}

/** Finds neighbouring words as one: "lga 1700" in "LGA1700", also beside a misspelt word. */
export async function joinedHits(search: Search, relaxed: readonly PartTerms[]): Promise<Ranked> {
  const { query } = search
  const words = await joinedAtDigits(search, query.words)
  if (!words) return { ...nothing, ...nothingLeftOut }
  const parts = words.map((word): QueryPart => query.parts.find(isOf(word)) ?? { text: word, words: [word], also: [] })
  const joined = { ...search, query: { ...query, words, parts } }
  const strict = await Promise.all(parts.map((part) => termsOfPart(search, part)))
  const found = await findRanked(joined, strict)
  const right = strict.map((part) => relaxed.find(({ text, corrections }) => corrections?.length && text === part.text))
  if (found.total > 0 || !right.some(Boolean)) return { ...found, ...nothingLeftOut }
  const corrected = await findRanked(
    joined,
    strict.map((part, at) => right[at] ?? part),
  )
  return { ...corrected, dropped: [], corrections: right.flatMap((part) => part?.corrections ?? []) }
}

const isOf = (word: string) => (part: QueryPart) => part.words.length === 1 && part.words[0] === word

/** Removes the hits that have what the query denies: "keyboard without rgb". */
export async function withoutDeniedHits(search: Search, hits: Ranked): Promise<Ranked> {
  const { query, words: engine, searchDb, within } = search
  const have = await Promise.all(
    query.denied.map((part) => engine.withTerms(searchDb, [...deniedTerms(part), ...membersOf(within)], maxHits)),
  )
  const denied = new Set(have.flat())
  const docs = hits.docs.filter((doc) => !denied.has(doc))
  // What is listed has what is denied, which is said.
  if (docs.length === 0) return { ...hits, dropped: [...hits.dropped, ...query.denied.map(({ text }) => text)] }
  return { ...hits, docs, total: hits.docs.length >= hits.total ? docs.length : hits.total }
}

/**
 * "ti" denies "Ti", and no "Titan"; "glas" denies "glass" as little. Of a name of several words all are denied at once:
 * "cooler master" is not every cooler.
 */
function deniedTerms({ words, also }: QueryPart): TermGroup[] {
  const termsOf = (word: string) =>
    adjectivesOf(word)
      .flatMap(deniedWith)
      .flatMap((form) => wholeWord(form).anywhere)
  const others = also.flatMap(termsOf)
  return words.length === 1 || also.length === 0
    ? words.map((word) => [...termsOf(word), ...others])
    : [words.flatMap(termsOf).concat(others)]
}

/** What the device has without the words that say why somebody searches: "ssd upgrade". */
async function errandLeftOut(search: Search, parts: readonly PartTerms[]): Promise<Ranked | undefined> {
  const said = parts.filter(({ text }) => !isErrand(text))
  if (said.length === parts.length || said.length === 0) return undefined
  const found = await findRanked(search, said)
  const dropped = parts.flatMap(({ text }) => (isErrand(text) ? text : []))
  return found.total === 0 ? undefined : { ...found, ...nothingLeftOut, dropped }
}

/** The words that a compound joins, where the first is a value of a filter, and may be left out: "gamingmus". */
function halvesOf(part: PartTerms, labels: ReadonlySet<string>): PartTerms[] {
  const { text, words, corrections = [] } = part
  const isJoined = words.length === 2 && words.map(({ word }) => word).join('') === foldedWords(text).join('')
  return isJoined && corrections.length === 0 && labels.has(words[0]?.word ?? '')
    ? words.map((word, at) => ({ ...part, text: halfOf(text, at, words), words: [word] }))
    : [part]
}

/** A half as it was typed: "trådlös" of "trådlösmus". */
function halfOf(text: string, at: number, [first, second]: PartTerms['words']): string {
  const [front = '', rear = ''] = [first?.word, second?.word]
  if (text.length !== front.length + rear.length) return at === 0 ? front : rear
  return at === 0 ? text.slice(0, front.length) : text.slice(front.length)
}

/** Returns a part of the query as it was typed where anything has it, else with other spellings. */
async function typedIfFound(search: Search, typed: PartTerms, relaxed: PartTerms): Promise<PartTerms> {
  if (typed === relaxed) return typed
  const groups = typed.words.map((word) => word.anywhere.slice(0, partialTerms))
  const isThere = await search.words.hasTerms(search.searchDb, [...groups, ...membersOf(search.within)])
  return isThere ? typed : relaxed
}
