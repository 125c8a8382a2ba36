const minStemLength = 3
/** A shorter word at the end of another is hardly what a compound is about. */
const minHeadLength = 4
/**
 * Endings of Swedish and English words with what replaces them: the plural of "battery" is "batteries", "blått" and
 * "rött" are forms of "blå" and "röd".
 */
const endings: readonly (readonly [string, string])[] = [
  ['erna', ''],
  ['arna', ''],
  ['orna', ''],
  ['arna', 'are'],
  ['orna', 'a'],
  ['ies', 'y'],
  ['or', 'a'],
  ['en', ''],
  ['et', ''],
  ['er', ''],
  ['ar', ''],
  ['es', ''],
  ['na', ''],
  ['tt', ''],
  ['tt', 'd'],
  ['n', ''],
  ['t', ''],
  ['s', ''],
]

/** The word and the forms that it may be an inflection of. Some are no words; they find nothing. */
export function stemsOf(word: string): string[] {
  const stems = endings
    .filter(
      ([ending, instead]) => word.endsWith(ending) && word.length - ending.length + instead.length >= minStemLength,
    )
    .map(([ending, instead]) => word.slice(0, -ending.length) + instead)
  return [...new Set([word, ...stems])]
}

/** Endings of Swedish adjectives with what replaces them: "svarta", "rött", "beiga", "begagnade". */
const adjectiveEndings: readonly (readonly [string, string])[] = [
  ['a', ''],
  ['a', 'e'],
  ['t', ''],
  ['tt', ''],
  ['tt', 'd'],
  ['de', 'd'],
]

/** The word and what it may be a form of where it is an adjective. */
export function adjectivesOf(word: string): string[] {
  const forms = adjectiveEndings
    .filter(
      ([ending, instead]) => word.endsWith(ending) && word.length - ending.length + instead.length >= minStemLength,
    )
    .map(([ending, instead]) => word.slice(0, -ending.length) + instead)
  return [word, ...forms]
}

/** Words that are not what they end in: a microphone is no phone. */
const unlikeTheirEnd = ['microphone', 'headphone', 'earphone', 'predator']

/** Whether the end of a word may say what it is. */
export function isOfItsEnd(word: string): boolean {
  return known(word).isOfItsEnd
}

export type WordsAlike = {
  /**
   * Tells whether a word is a form of another or a compound of it: "batteriet" and "laptopbatterier" are kinds of
   * "batteri", "batterisats" is not.
   */
  isKindOf(compound: string, word: string): boolean
  /** Tells whether two words are forms of one, such as "batteriet" and "batterier". */
  isSameWord(one: string, other: string): boolean
  /** A beginning of the word that each of its forms and compounds contains; most words are told apart by it. */
  rootOf(word: string): string
}

type Known = { stems: readonly string[]; root: string; isOfItsEnd: boolean }

/** Words that are remembered; with more than these all are forgotten. Names of parts and of categories share most. */
const maxKnown = 8_192
const knownWords = new Map<string, Known>()

function known(word: string): Known {
  const found = knownWords.get(word)
  if (found !== undefined) return found
  const stems = stemsOf(word)
  const isOfItsEnd = !stems.some((stem) => unlikeTheirEnd.some((unlike) => stem.endsWith(unlike)))
  const read = { stems, root: rootOf(stems), isOfItsEnd }
  if (knownWords.size >= maxKnown) knownWords.clear()
  knownWords.set(word, read)
  return read
}

/** Compares words, remembering the stems of those that it has seen lately. */
export const wordsAlike: WordsAlike = {
  rootOf: (word) => known(word).root,
  isSameWord: (one, other) => {
    const { stems, root } = known(other)
    return one.includes(root) && known(one).stems.some((form) => stems.includes(form))
  },
  isKindOf: (compound, word) => {
    const { stems, root } = known(word)
    if (!compound.includes(root)) return false
    const { stems: forms, isOfItsEnd } = known(compound)
    const isCompound = (form: string, stem: string) => isOfItsEnd && stem.length >= minHeadLength && form.endsWith(stem)
    return forms.some((form) => stems.some((stem) => form === stem || isCompound(form, stem)))
  },
}

const replacements = [...new Set(endings.map(([, instead]) => instead))].toSorted(
  (one, other) => other.length - one.length,
)

/**
 * What all of the stems begin with, without what may have replaced an ending. A word of which one of them is a stem, or
 * the end of a stem, contains that: at most the replacement is not in the word itself.
 */
function rootOf(stems: readonly string[]): string {
  const roots = stems.map((stem) => {
    const instead = replacements.find((each) => stem.endsWith(each) && stem.length > each.length) ?? ''
    return stem.slice(0, stem.length - instead.length)
  })
  return roots.reduce((minLength, root) => (root.length < minLength.length ? root : minLength))
}
