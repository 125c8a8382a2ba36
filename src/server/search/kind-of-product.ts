import type { CategoryWords } from './category-words.ts'
import type { WordsAlike } from './reading/stems.ts'

type Meant = readonly (readonly string[])[]

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
  categories: readonly CategoryWords[],
): Kinds {
  const namesOf = Map.groupBy(categories, (each) => each.id)
  const named = (words: readonly string[]) =>
    meant.filter((spellings) => spellings.some((word) => words.some((each) => isKindOf(each, word)))).length
  const isAsked = (each: string) => meant.some((spellings) => spellings.some((word) => isSameWord(each, word)))
  const counted = new Map<string, number>()
  const count = (categoryId: string): number => {
    const names = namesOf.get(categoryId) ?? []
    return named(names.flatMap(({ heads }) => heads)) === 0 ? 0 : named(names.flatMap(({ kind }) => kind))
  }
  return {
    wordsOfKind: (categoryId) => {
      if (categoryId === null) return 0
      const known = counted.get(categoryId) ?? count(categoryId)
      counted.set(categoryId, known)
      return known
    },
    asked: categories
      .filter(({ kind, productCount }) => productCount > 0 && kind.length > 0 && kind.every(isAsked))
      .map((each) => each.id),
  }
}

/** Tells whether words, each with its spellings, say what kind of products is meant, and there are some of it. */
export function namesKind(meant: Meant, { isKindOf }: WordsAlike, categories: readonly CategoryWords[]): boolean {
  return categories.some(
    ({ productCount, heads }) =>
      productCount > 0 &&
      heads.some((head) => meant.some((spellings) => spellings.some((word) => isKindOf(head, word)))),
  )
}
