const shortestStem = 3
/** A shorter word at the end of another is hardly what a compound is about. */
const shortestHead = 4
/** Endings of Swedish and English nouns with what replaces them; the plural of "battery" is "batteries". */
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
  ['n', ''],
  ['t', ''],
  ['s', ''],
]

/** The word and the forms that it may be an inflection of. Some are no words; they find nothing. */
export function stemsOf(word: string): string[] {
  const stems = endings
    .filter(([ending]) => word.endsWith(ending) && word.length - ending.length >= shortestStem)
    .map(([ending, instead]) => word.slice(0, -ending.length) + instead)
  return [...new Set([word, ...stems])]
}

export type WordsAlike = {
  /**
   * Tells whether a word is a form of another or a compound of it: "batteriet" and "laptopbatterier" are kinds of
   * "batteri", "batterisats" is not.
   */
  isKindOf(compound: string, word: string): boolean
  /** Tells whether two words are forms of one, such as "batteriet" and "batterier". */
  isSameWord(one: string, other: string): boolean
}

/** Compares words, remembering the stems of those it has seen; made for one search. */
export function wordsAlike(): WordsAlike {
  const known = new Map<string, string[]>()
  const stems = (word: string): string[] => {
    const found = known.get(word) ?? stemsOf(word)
    known.set(word, found)
    return found
  }
  return {
    isSameWord: (one, other) => stems(one).some((form) => stems(other).includes(form)),
    isKindOf: (compound, word) =>
      stems(compound).some((form) =>
        stems(word).some((stem) => form === stem || (stem.length >= shortestHead && form.endsWith(stem))),
      ),
  }
}
