import type { CategoryName } from './hit-queries.ts'
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
   * Counts the words that name a product's main category (in any language), if one of them says what its products are:
   * "Nordbok-batterier" are what "batteri nordbok" asks for, 2, and "Batterisatser" are not.
   */
  wordsOfKind(categoryId: string | null): number
  /** The categories with products of which every word of the name is asked for. */
  asked: readonly string[]
}

/** Compares names of categories with the words of one search, each with its spellings. */
export function kindsMeant(
  meant: Meant,
  { isKindOf, isSameWord }: WordsAlike,
  categories: readonly CategoryName[],
): Kinds {
  const namesOf = Map.groupBy(categories, (each) => each.category_id)
  const named = (words: readonly string[]) =>
    meant.filter((spellings) => spellings.some((word) => words.some((each) => isKindOf(each, word)))).length
  const isAsked = (each: string) => meant.some((spellings) => spellings.some((word) => isSameWord(each, word)))
  const counted = new Map<string, number>()
  const count = (categoryId: string): number => {
    const read = (namesOf.get(categoryId) ?? []).map(({ name }) => readName(name))
    return named(read.flatMap(({ heads }) => heads)) === 0 ? 0 : named(read.flatMap(({ words }) => words))
  }
  return {
    wordsOfKind: (categoryId) => {
      if (categoryId === null) return 0
      const known = counted.get(categoryId) ?? count(categoryId)
      counted.set(categoryId, known)
      return known
    },
    asked: categories
      .filter(({ name, product_count: products }) => {
        const { words } = readName(name)
        return products > 0 && words.length > 0 && words.every(isAsked)
      })
      .map((each) => each.category_id),
  }
}

/** Names that were read, which every search compares again; forgotten all at once, at more than a shop has. */
const knownNames = new Map<string, KindName>()
const mostNames = 5_000

function readName(name: string): KindName {
  const known = knownNames.get(name)
  if (known) return known
  const phrases = (name.split(joining)[0] ?? '').split(and).map(foldedWords)
  const read = { words: phrases.flat(), heads: phrases.flatMap((words) => words.slice(-1)) }
  if (knownNames.size >= mostNames) knownNames.clear()
  knownNames.set(name, read)
  return read
}
