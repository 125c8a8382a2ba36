import type { Bitmap } from '../../platform/sets/bitmap.ts'
import type { Found, SearchEngine } from '../engines/engine.ts'
import { engineOf } from '../engines/choose-engine.ts'
import { pieceTerm, threes, type Term, type TermGroup } from '../search-terms.ts'
import { keptTermsOf, type KeptSource, type KeptTerms } from './kept-terms.ts'

type Source = KeptSource & { terms?: KeptTerms }
export type WordEngine = Pick<SearchEngine, 'withWords' | 'withTerms' | 'hasTerms' | 'withNumber'>

/**
 * The engine of one search: it answers from memory where all terms of a question are kept, else from the database, and
 * both find the same.
 */
export async function wordEngineOf(source: Source): Promise<WordEngine> {
  const engine = engineOf(source.kind)
  const kept = source.terms ?? keptTermsOf(source)
  const sets = await kept.current()
  if (!sets) return engine
  const unions = new Map<string, Bitmap>()
  const bounded = (group: TermGroup) =>
    Promise.all(group.map((term) => (term.prefix ? engine.bounded(source.searchDb, term) : term)))
  const findPiece = async (piece: Term, first: number) => {
    await kept.readPiece(sets, piece)
    return sets.has(piece) ? sets.ordered(sets.find([[piece]]), first) : undefined
  }
  return inMemory(engine, findPiece, async (groups, first) => {
    const all = await Promise.all(groups.map(bounded))
    const missingNow = () => all.flat().filter((term) => !sets.has(term))
    await kept.readNow(sets, missingNow())
    const missing = missingNow()
    kept.want(missing)
    return missing.length > 0 ? undefined : sets.ordered(sets.find(all, unions), first)
  })
}

/** Finds documents with a term of every group in memory; undefined where a term is not kept. */
type FindKept = (groups: readonly TermGroup[], first: number) => Promise<Found | undefined>

type FindPiece = (piece: Term, first: number) => Promise<Found | undefined>

function inMemory(engine: SearchEngine, findPiece: FindPiece, find: FindKept): WordEngine {
  return {
    withNumber: async (db, piece, first) => {
      const [three, ...others] = threes(piece)
      const isOne = three === piece && others.length === 0
      const found = isOne ? await findPiece({ text: pieceTerm(piece), prefix: false }, first) : undefined
      return found ?? engine.withNumber(db, piece, first)
    },
    withWords: async (db, words, wanted) => {
      const found = await find(words.anywhere, wanted.first)
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
