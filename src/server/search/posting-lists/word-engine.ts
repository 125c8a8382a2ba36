import type { Database } from '../../platform/db/tables.ts'
import { engineOf } from '../engines/choose-engine.ts'
import type { Found, SearchEngine } from '../engines/engine.ts'
import { pieceTerm, threes, type Term, type TermGroup } from '../search-terms.ts'
import { postingCacheOf, type PostingSource, type PostingCache } from './posting-cache.ts'
import type { ReadCache } from './read-cache.ts'
import { keyOf, type Unions } from './term-sets.ts'

/** Three signs of a number have a list; of a longer one those at its end, where numbers of one series differ. */
const [pieceLength, maxPieces] = [3, 6]
/** The numbers of so many documents are compared without the database. */
const maxCompared = 200

export type BegunSearch = { words: WordEngine; known: ReadCache | undefined; newestOfLists: number | undefined }
type Source = PostingSource & { terms?: PostingCache }
export type WordEngine = Pick<SearchEngine, 'withWords' | 'withTerms' | 'hasTerms' | 'withNumber'>

/**
 * The engine of one search: it answers from memory where all terms of a question are kept, else from the database, and
 * both find the same. `known` is what may be used of earlier searches, `newestOfLists` the number of the newest change
 * of what lists keep in memory. `one` is the connection on which changes are asked for.
 */
export async function wordEngineOf(source: Source, one: Database): Promise<BegunSearch> {
  const engine = engineOf(source.kind)
  const kept = source.terms ?? postingCacheOf(source)
  const sets = await kept.current(one)
  if (!sets) return { words: engine, known: undefined, newestOfLists: undefined }
  const { known, newestOfLists } = sets
  const unions: Unions = new Map()
  const boundedTerm = (term: Term) => known.remember(`bounded ${term.text}`, () => engine.bounded(source.db, term))
  const bounded = (group: TermGroup) => Promise.all(group.map((term) => (term.prefix ? boundedTerm(term) : term)))
  const findNumber = async (piece: string, first: number) => {
    const pieces = threes(piece)
      .slice(-maxPieces)
      .map((three): Term => ({ text: pieceTerm(three), prefix: false }))
    kept.readSaved(sets, pieces)
    const there = pieces.filter((each) => sets.has(each)).map((each) => [each])
    if (there.length === 0) return undefined
    const found = sets.ordered(sets.find(there), first, true)
    // A longer piece may be missing in a number that has all of its signs by threes.
    return found.total === 0 || [...piece].length === pieceLength ? found : compared(known, found, piece)
  }
  const readAll = async (groups: readonly TermGroup[]) => {
    const all = (await Promise.all(groups.map(bounded))).flat()
    await kept.readNow(sets, [...new Map(all.map((term) => [keyOf(term), term])).values()])
  }
  const find = async (groups: readonly TermGroup[], first: number, isUnited = false) => {
    const all = await Promise.all(groups.map(bounded))
    const missingNow = () => all.flat().filter((term) => !sets.has(term))
    await kept.readNow(sets, missingNow())
    const missing = missingNow()
    kept.want(missing)
    return missing.length > 0 ? undefined : sets.ordered(sets.find(all, unions), first, isUnited)
  }
  return { words: inMemory(engine, { find, findNumber, readAll }), known, newestOfLists }
}

/** Those of few documents that have the piece in their numbers; undefined where a text is not known. */
function compared({ textOf }: ReadCache, { docs, total }: Found, piece: string): Found | undefined {
  if (total > maxCompared) return undefined
  const found: number[] = []
  for (const doc of docs) {
    const text = textOf(doc)
    if (!text) return undefined
    if (text.numbers.includes(piece)) found.push(doc)
  }
  return { docs: found, total: found.length }
}

/** Finds documents with a term of every group in memory; undefined where a term is not kept. */
type FindKept = (groups: readonly TermGroup[], first: number, isUnited?: boolean) => Promise<Found | undefined>

/** Finds documents with a piece of a number by the lists of three signs; undefined where they do not tell. */
type FindNumber = (piece: string, first: number) => Promise<Found | undefined>

type InMemory = { find: FindKept; findNumber: FindNumber; readAll: (groups: readonly TermGroup[]) => Promise<void> }

function inMemory(engine: SearchEngine, { find, findNumber, readAll }: InMemory): WordEngine {
  return {
    withNumber: async (db, piece, first) => (await findNumber(piece, first)) ?? engine.withNumber(db, piece, first),
    withWords: async (db, words, wanted) => {
      // Both kinds of lists are read at once.
      await readAll([...words.anywhere, ...words.inTitle])
      const found = await find(words.anywhere, wanted.first, wanted.isUnited)
      const titled = found && (await find(words.inTitle, wanted.titles))
      return titled ? { ...found, inTitle: titled.docs.slice(0, wanted.titles) } : engine.withWords(db, words, wanted)
    },
    withTerms: async (db, groups, limit) =>
      (await find(groups, limit))?.docs.slice(0, limit) ?? engine.withTerms(db, groups, limit),
    hasTerms: async (db, groups) => {
      const found = await find(groups, 1)
      return found ? found.total > 0 : engine.hasTerms(db, groups)
    },
  }
}
