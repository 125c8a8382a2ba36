import { brandWords } from './reading/brand-words.ts'
import type { Found } from './engines/engine.ts'
import { findRanked, membersOf, type Search } from './find-hits.ts'
import { groupedParts, isErrand, partialTerms, partsAlone, partsTogether } from './parts-together.ts'
import type { Correction, PartTerms } from './terms/part-terms.ts'

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
  const parts = await Promise.all(strict.map((part, at) => typedIfFound(search, part, relaxed[at] ?? part)))
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

/** What the device has without the words that say why somebody searches: "ssd upgrade". */
async function errandLeftOut(search: Search, parts: readonly PartTerms[]): Promise<Ranked | undefined> {
  const said = parts.filter(({ text }) => !isErrand(text))
  if (said.length === parts.length || said.length === 0) return undefined
  const found = await findRanked(search, said)
  const dropped = parts.flatMap(({ text }) => (isErrand(text) ? text : []))
  return found.total === 0 ? undefined : { ...found, ...nothingLeftOut, dropped }
}

/** Returns a part of the query as it was typed where anything has it, else with other spellings. */
async function typedIfFound(search: Search, typed: PartTerms, relaxed: PartTerms): Promise<PartTerms> {
  if (typed === relaxed) return typed
  const groups = typed.words.map((word) => word.anywhere.slice(0, partialTerms))
  const isThere = await search.words.hasTerms(search.searchDb, [...groups, ...membersOf(search.within)])
  return isThere ? typed : relaxed
}
