import type { CategoryWords } from './category-words.ts'
import type { WordsAlike } from './reading/stems.ts'

type Meant = readonly (readonly string[])[]

export type Kinds = {
  /**
   * Returns the places of the words that name a product's main category (in any language), if one of them says what its
   * products are: "Nordbok-batterier" are what "batteri nordbok" asks for, both words, and "Batterisatser" are not.
   */
  wordsOfKind(categoryId: string | null): ReadonlySet<number>
  /** The categories with products of which every word of the name is asked for. */
  asked: readonly string[]
}

const none: ReadonlySet<number> = new Set()

/** Compares names of categories with the words of one search, each with its spellings. */
export function kindsMeant(
  meant: Meant,
  { isKindOf, isSameWord }: WordsAlike,
  categories: readonly CategoryWords[],
): Kinds {
  const namesOf = Map.groupBy(categories, (each) => each.id)
  const named = (words: readonly string[]) =>
    new Set(meant.keys().filter((at) => meant[at]?.some((word) => words.some((each) => isKindOf(each, word)))))
  const isAsked = (each: string) => meant.some((spellings) => spellings.some((word) => isSameWord(each, word)))
  const known = new Map<string, ReadonlySet<number>>()
  const find = (categoryId: string): ReadonlySet<number> => {
    const names = namesOf.get(categoryId) ?? []
    return named(names.flatMap(({ heads }) => heads)).size === 0 ? none : named(names.flatMap(({ kind }) => kind))
  }
  return {
    wordsOfKind: (categoryId) => {
      if (categoryId === null) return none
      const found = known.get(categoryId) ?? find(categoryId)
      known.set(categoryId, found)
      return found
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
