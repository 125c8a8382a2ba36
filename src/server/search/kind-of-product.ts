import type { WordsAlike } from './reading/stems.ts'
import { foldedWords } from './words.ts'

/** What follows says what the kind is for, or which: "Batterier till surfplatta", "Skärmar, 14 tum". */
const joining = /,| (?:till|med|för|with|for) /
const and = / (?:och|and|&) /

type Meant = readonly (readonly string[])[]
/** The words of a category's name; its products are what the heads say: bezels, not screens, in "Screen bezels". */
type KindName = { words: readonly string[]; heads: readonly string[] }

export type Kinds = {
  /**
   * Counts the words that name a product's main category (in English and Swedish), if one of them says what its
   * products are: "Nordbok-batterier" are what "batteri nordbok" asks for, 2, and "Batterisatser" are not.
   */
  wordsOfKind(names: readonly (string | null)[]): number
  /** Tells whether every word of a category's name is asked for, and so the category itself. */
  isCategoryAsked(name: string): boolean
}

/** Compares names of categories with the words of one search, each with its spellings. */
export function kindsMeant(meant: Meant, { isKindOf, isSameWord }: WordsAlike): Kinds {
  const known = new Map<string, KindName>()
  const nameOf = (name: string): KindName => {
    const found = known.get(name) ?? readName(name)
    known.set(name, found)
    return found
  }
  const named = (words: readonly string[]) =>
    meant.filter((spellings) => spellings.some((word) => words.some((each) => isKindOf(each, word)))).length
  return {
    wordsOfKind: (names) => {
      const read = names.map((name) => nameOf(name ?? ''))
      return named(read.flatMap(({ heads }) => heads)) === 0 ? 0 : named(read.flatMap(({ words }) => words))
    },
    isCategoryAsked: (name) => {
      const { words } = nameOf(name)
      const isAsked = (each: string) => meant.some((spellings) => spellings.some((word) => isSameWord(each, word)))
      return words.length > 0 && words.every(isAsked)
    },
  }
}

function readName(name: string): KindName {
  const phrases = (name.split(joining)[0] ?? '').split(and).map(foldedWords)
  return { words: phrases.flat(), heads: phrases.flatMap((words) => words.slice(-1)) }
}
