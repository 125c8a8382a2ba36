import type { WordsAlike } from './reading/stems.ts'
import { foldedWords } from './words.ts'

/** What follows says what the kind is for, or which: "Batterier till surfplatta", "Skärmar, 14 tum". */
const joining = /,| (?:till|med|för|with|for) /
const and = / (?:och|and|&) /
const mostKnown = 10_000

/** The words of a category's name; its products are what the heads say: bezels, not screens, in "Screen bezels". */
type KindName = { words: readonly string[]; heads: readonly string[] }
const known = new Map<string, KindName>()

/**
 * Counts the words that name the product's main category, if one of them says what its products are:
 * "Nordbok-batterier" are what "batteri nordbok" asks for, 2, and "Batterisatser" are not.
 */
export function wordsOfKind(
  { kind_en: en, kind_sv: sv }: { kind_en: string | null; kind_sv: string | null },
  meant: readonly (readonly string[])[],
  { isKindOf }: WordsAlike,
): number {
  const named = (words: readonly string[]) =>
    meant.filter((spellings) => spellings.some((word) => words.some((each) => isKindOf(each, word)))).length
  const names = [nameOf(en ?? ''), nameOf(sv ?? '')]
  return named(names.flatMap(({ heads }) => heads)) === 0 ? 0 : named(names.flatMap(({ words }) => words))
}

/** Tells whether every word of a category's name is asked for, and so the category itself. */
export function isCategoryAsked(
  name: string,
  meant: readonly (readonly string[])[],
  { isSameWord }: WordsAlike,
): boolean {
  const { words } = nameOf(name)
  return (
    words.length > 0 &&
    words.every((each) => meant.some((spellings) => spellings.some((word) => isSameWord(each, word))))
  )
}

function nameOf(name: string): KindName {
  const found = known.get(name) ?? readName(name)
  if (known.size < mostKnown) known.set(name, found)
  return found
}

function readName(name: string): KindName {
  const phrases = (name.split(joining)[0] ?? '').split(and).map(foldedWords)
  return { words: phrases.flat(), heads: phrases.flatMap((words) => words.slice(-1)) }
}
