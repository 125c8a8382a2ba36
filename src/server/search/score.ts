import type { Language } from '../../domain/places/locales.ts'
import type { ScoredDocument } from './hit-queries.ts'
import type { Kinds } from './kind-of-product.ts'
import { hasDigit, type Query } from './query.ts'
import type { WordsAlike } from './reading/stems.ts'

const otherLanguage = 0.9
/** A part-number match of at least this many characters is hardly a coincidence. */
const tellingPiece = 5
/** The part itself comes before a kit that contains it, and before what is used with it. */
const askedKind = 30
const closerKind = 6
const askedCategory = 8
/** Less than any difference in what was asked for. */
const inStock = 2

/**
 * Returns a function that scores how well a document matches; only the order of scores is meaningful. `meant` holds the
 * query's words, each with its corrections and synonyms.
 */
export function scorer(
  query: Query,
  meant: readonly (readonly string[])[],
  language: Language,
  { alike, kinds }: { alike: WordsAlike; kinds: Kinds },
): (document: ScoredDocument) => number {
  const titleScore = titleScorer(query, meant, alike)
  return (document) => {
    const [own, other] =
      language === 'en' ? [document.title_en, document.title_sv] : [document.title_sv, document.title_en]
    return (
      numberScore(document.numbers, query) +
      kindScore(kinds.wordsOfKind(document.category_id)) +
      (document.is_asked === 1 ? askedCategory : 0) +
      (document.in_stock === 1 ? inStock : 0) +
      Math.max(titleScore(own), otherLanguage * titleScore(other))
    )
  }
}

function kindScore(words: number): number {
  return words === 0 ? 0 : askedKind + closerKind * (words - 1)
}

function numberScore(numbers: string, { number, words }: Query): number {
  const named = words.some((word) => hasDigit(word) && numbers.includes(` ${word.toUpperCase()} `)) ? 500 : 0
  if (number === undefined) return named
  const telling = number.length >= tellingPiece
  if (numbers.includes(` ${number} `)) return 1_000
  if (numbers.includes(` ${number}`)) return named + (telling ? 40 : 12)
  return named + (numbers.includes(number) ? (telling ? 20 : 4) : 0)
}

function titleScorer({ words }: Query, meant: readonly (readonly string[])[], alike: WordsAlike) {
  const roots = meant.map((spellings) => spellings.map((word) => alike.rootOf(word)))
  return (title: string): number => {
    const points = meant.map((spellings, part) =>
      Math.max(
        ...spellings.map((word, at) => wordScore(title, word, roots[part]?.[at] ?? '', alike) - Math.min(at, 1)),
      ),
    )
    const all = points.every((point) => point > 0) ? 20 : 0
    const phrase = words.length > 1 && title.includes(` ${words.join(' ')}`) ? 15 : 0
    const start = title.startsWith(` ${words[0] ?? ''}`) ? 3 : 0
    const sum = points.reduce((total, point) => total + Math.max(0, point), 0)
    return sum + all + phrase + start - title.length / 100
  }
}

/** Most titles do not even have the root of a word, in which case none of their words can be like it. */
function wordScore(title: string, word: string, root: string, alike: WordsAlike): number {
  if (!title.includes(root)) return 0
  if (title.includes(` ${word} `)) return 10
  if (
    title
      .trim()
      .split(' ')
      .some((each) => alike.isKindOf(each, word))
  )
    return 9
  if (title.includes(` ${word}`)) return 7
  return word.length > 3 && title.includes(word) ? 5 : 0
}
