import type { DatabaseKind } from '../../platform/db/connect.ts'
import { hasDigit } from '../query.ts'
import type { QueryPart } from '../reading/read-query.ts'
import { wordsAlike } from '../reading/stems.ts'
import { splitAtDigits, type TitleSource } from './split-words.ts'
import { anyOf, relaxedTerms, termsOf, termsOfSynonym, type WordSource, type WordTerms } from './word-terms.ts'

/** An unknown word of the query, and what was searched for as well: known words like it, or the two that it joins. */
export type Correction = { typed: string; suggestions: readonly string[] }
/** The terms of a part of the query: a document must match each of `words`. */
export type PartTerms = Pick<QueryPart, 'text' | 'isPurpose'> & {
  words: readonly WordTerms[]
  corrections?: readonly Correction[]
}

/**
 * Returns the terms of a part; a phrase with synonyms matches as one of them, a word as itself or one of them. What has
 * synonyms is known as it is: "headphones" are no "headphone socket".
 */
export async function termsOfPart(source: WordSource, part: QueryPart): Promise<PartTerms> {
  const { text, words, also, isPurpose, choices } = part
  if (choices) {
    const terms = await Promise.all(choices.map((each) => Promise.all(each.map((word) => termsOf(source, word)))))
    return { text, isPurpose, words: words.map((_, at) => anyAt(terms, at)) }
  }
  if (also.length === 0)
    return { text, isPurpose, words: await Promise.all(words.map((word) => termsOf(source, word))) }
  const [typed] = words.length === 1 ? words : []
  const spellings = typed === undefined ? also : [...new Set([typed, ...also])]
  const terms = spellings.map((word) => termsOfSynonym(source, word))
  return { text, isPurpose, words: [anyOf(spellings[0] ?? '', spellings, await Promise.all(terms))] }
}

/** Returns the terms with likely corrections; undefined without any, and for a word with synonyms, which is known. */
export async function relaxedPart(
  source: WordSource & TitleSource,
  kind: DatabaseKind,
  part: QueryPart,
  mayBeMisspelt: boolean,
): Promise<PartTerms | undefined> {
  const { text, words, also, isPurpose } = part
  if (part.others) return splitChoice(source, part)
  if (part.isLimit || part.choices) return undefined
  // A name may have the phrase itself: "PCI Express" means PCIe, and few names have either.
  if (also.length > 0)
    return words.length === 1
      ? undefined
      : { text, isPurpose, words: await Promise.all(words.map((word) => termsOf(source, word))) }
  const { isSameWord } = wordsAlike
  const relaxed = await Promise.all(words.map((word) => relaxedWord(source, kind, word, mayBeMisspelt)))
  if (!relaxed.some(Boolean)) return undefined
  const terms = await Promise.all(words.map(async (word, at) => relaxed[at] ?? [await termsOf(source, word)]))
  const corrections = words.flatMap((typed, at) => {
    const read = relaxed[at]
    // Who writes "rtx4070" means "rtx 4070", and "vitt" is a form of "vit": neither need be asked.
    if (!read || hasDigit(typed)) return []
    const suggestions = suggestionsFor(typed, read)
    return suggestions.length === 0 || suggestions.some((each) => isSameWord(each, typed))
      ? []
      : [{ typed, suggestions }]
  })
  return { text, isPurpose, words: terms.flat(), corrections }
}

/** Both sides of "rtx3060 or rtx4060" at the same places: "rtx", and "3060" or "4060". */
async function splitChoice(
  source: TitleSource,
  { text, words, others = [], isPurpose }: QueryPart,
): Promise<PartTerms | undefined> {
  const split = await Promise.all([...words, ...others].map((word) => splitAtDigits(source, word)))
  const [first] = split
  if (first === undefined || split.some((pieces) => pieces?.length !== first.length)) return undefined
  return { text, isPurpose, words: first.map((_, at) => anyAt(split, at)) }
}

/** The terms at one place of several rows of words, of which one must match. */
function anyAt(rows: readonly (readonly WordTerms[] | undefined)[], at: number): WordTerms {
  const terms = rows.flatMap((row) => row?.[at] ?? [])
  return anyOf(terms[0]?.word ?? '', [...new Set(terms.map(({ word }) => word))], terms)
}

/** Letters and digits written together may be several words; other words may be misspelt. */
function relaxedWord(source: WordSource & TitleSource, kind: DatabaseKind, word: string, mayBeMisspelt: boolean) {
  if (hasDigit(word)) return splitAtDigits(source, word)
  return mayBeMisspelt ? relaxedTerms(source, kind, word) : undefined
}

function suggestionsFor(typed: string, read: readonly WordTerms[]): string[] {
  const [only, ...others] = read
  if (only && others.length === 0) return [...(only.suggested ?? only.spellings.filter((word) => word !== typed))]
  // Joined as one word they are a compound, and right.
  return read.some(({ suggested }) => suggested) ? [] : [read.map(({ word }) => word).join(' ')]
}
