import type { CategoryWords } from './category-words.ts'
import type { WordsAlike } from './reading/stems.ts'

type SpelledWords = readonly (readonly string[])[]

export type Kinds = {
  /**
   * Counts the words that name a product's main category (in any language), if one of them says what its products are:
   * "Nordbok-batterier" are what "batteri nordbok" asks for, 2, and "Batterisatser" are not.
   */
  wordsOfKind(categoryId: string | null): number
  /** Whether one of the spellings of a word is the kind of products of some category. */
  isNamedBy(spellings: readonly string[]): boolean
  /** The categories with products of which every word of the name is asked for, or all of them as one word. */
  requested: readonly string[]
  /** Those with products of which a word is the kind itself, where it has synonyms that may be of other kinds. */
  own(): readonly string[]
}

/** Of a word that is the kind of some parts, those that a synonym names count less: "kylare" is no fan. */
const bySynonym = 0.5
/** A kind is recognized by so many letters of its name. */
const minBeginningLength = 3

/** `even`: words of which either will do, so that none counts less. */
type Asked = { begun?: string; even?: ReadonlySet<string> | undefined }

/**
 * Compares names of categories with the words of one search, each with its spellings. `begun` is a word that is still
 * being typed: "bat" asks for batteries before kits with one.
 */
export function matchKinds(
  spelled: SpelledWords,
  { isKindOf, isSameWord }: WordsAlike,
  categories: readonly CategoryWords[],
  { begun = '', even }: Asked = {},
): Kinds {
  const { namesOf, kinds, heads: allHeads, wholes } = namesIn(categories)
  const isBegun = (each: string, word: string) =>
    word === begun && word.length >= minBeginningLength && each.startsWith(word)
  const isNamed = (each: string, word: string) => isKindOf(each, word) || isBegun(each, word)
  const own = new Map<number, boolean>()
  const isOwnKind = (at: number): boolean => {
    const [typed = '', ...others] = spelled[at] ?? []
    const isChoice = others.some((word) => even?.has(word))
    const known = own.get(at) ?? (others.length > 0 && !isChoice && allHeads.some((head) => isKindOf(head, typed)))
    own.set(at, known)
    return known
  }
  const named = (names: readonly string[]) =>
    spelled.reduce((sum, spellings, at) => {
      const place = spellings.findIndex((word) => names.some((each) => isNamed(each, word)))
      return sum + (place === -1 ? 0 : place > 0 && isOwnKind(at) ? bySynonym : 1)
    }, 0)
  const asked = new Set<string>()
  for (const word of new Set(spelled.flat())) for (const each of kinds) if (isSameWord(each, word)) asked.add(each)
  const isAskedFor = ({ kind }: CategoryWords) => kind.length > 0 && kind.every((each) => asked.has(each))
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
    isNamedBy: (spellings) => allHeads.some((head) => spellings.some((word) => isKindOf(head, word))),
    requested: [
      ...(asked.size === 0 ? [] : idsWith(categories, isAskedFor)),
      ...spelled.flatMap((spellings) => spellings.flatMap((word) => wholes.get(word) ?? [])),
    ],
    own: () => {
      const typed = spelled.flatMap(([word = ''], at) => (isOwnKind(at) ? word : []))
      if (typed.length === 0) return []
      return idsWith(categories, ({ heads }) => heads.some((head) => typed.some((word) => isKindOf(head, word))))
    },
  }
}

function idsWith(categories: readonly CategoryWords[], isMeant: (category: CategoryWords) => boolean): string[] {
  return categories.filter((each) => each.productCount > 0 && isMeant(each)).map(({ id }) => id)
}

type Names = {
  namesOf: ReadonlyMap<string, readonly CategoryWords[]>
  /** The words of all of them, each once: many categories share them. */
  kinds: readonly string[]
  heads: readonly string[]
  /** The categories with products by their names of several words as one: "wifikort". */
  wholes: ReadonlyMap<string, readonly string[]>
}

const knownNames = new WeakMap<readonly CategoryWords[], Names>()

/** What is the same for all searches that get these categories. */
function namesIn(categories: readonly CategoryWords[]): Names {
  const known = knownNames.get(categories) ?? {
    namesOf: Map.groupBy(categories, (each) => each.id),
    kinds: [...new Set(categories.flatMap(({ kind }) => kind))],
    heads: [...new Set(categories.flatMap(({ heads }) => heads))],
    wholes: wholeNames(categories),
  }
  knownNames.set(categories, known)
  return known
}

function wholeNames(categories: readonly CategoryWords[]): Names['wholes'] {
  const sold = categories.filter(({ kind, productCount }) => productCount > 0 && kind.length > 1)
  const named = Map.groupBy(sold, ({ kind }) => kind.join(''))
  return new Map([...named].map(([name, same]) => [name, same.map(({ id }) => id)]))
}

/** Whether a word is the whole name of a category of several words: "wifikort" is "Wifi-kort". */
function isWhole(kind: readonly string[], spelled: SpelledWords): boolean {
  return kind.length > 1 && spelled.some((spellings) => spellings.includes(kind.join('')))
}

/** Tells whether words, each with its spellings, say what kind of products is meant, and there are some of it. */
export function namesKind(
  spelled: SpelledWords,
  { isKindOf }: WordsAlike,
  categories: readonly CategoryWords[],
): boolean {
  return categories.some(
    ({ productCount, heads, kind }) =>
      productCount > 0 &&
      (heads.some((head) => spelled.some((spellings) => spellings.some((word) => isKindOf(head, word)))) ||
        isWhole(kind, spelled)),
  )
}

/**
 * The categories with products whose kind words name, each with its spellings: those with the most of the words, "CPU
 * coolers" for "cpu cooler". "Memory & storage" is named by "memory" only where no category has memory alone.
 */
export function kindsNamed(
  spelled: SpelledWords,
  { isKindOf }: WordsAlike,
  categories: readonly CategoryWords[],
): string[] {
  const namedBy = (spellings: readonly string[], words: readonly string[]) =>
    spellings.some((word) => words.some((each) => isKindOf(each, word)))
  const isNamed = (head: string) => spelled.some((spellings) => namedBy(spellings, [head]))
  const countOf = (kind: readonly string[]) =>
    spelled.filter((spellings) => namedBy(spellings, kind) || isWhole(kind, [spellings])).length
  const named = categories
    .filter(({ productCount, heads, kind }) => productCount > 0 && (heads.some(isNamed) || isWhole(kind, spelled)))
    .map((each) => ({ ...each, count: countOf(each.kind) }))
  const most = named.filter(({ count }) => named.every((other) => other.count <= count))
  const alone = most.filter(({ heads, kind }) => heads.every(isNamed) || isWhole(kind, spelled))
  return [...new Set((alone.length > 0 ? alone : most).map(({ id }) => id))]
}

/** The one category with products that words say nothing but the kind of: "gpu" is "Graphics cards". */
export function kindAlone(
  spelled: SpelledWords,
  { isSameWord }: WordsAlike,
  categories: readonly CategoryWords[],
): string | undefined {
  const isRequested = (each: string) => spelled.some((spellings) => spellings.some((word) => isSameWord(each, word)))
  const isOf = (kind: readonly string[]) =>
    spelled.every((spellings) => spellings.some((word) => kind.some((each) => isSameWord(each, word))))
  const named = categories.filter(
    ({ kind, productCount }) => productCount > 0 && kind.length > 0 && kind.every(isRequested) && isOf(kind),
  )
  const [only, ...others] = new Set(named.map(({ id }) => id))
  return others.length === 0 ? only : undefined
}
