import type { Language } from '../../domain/places/locales.ts'
import type { Row } from '../platform/db/tables.ts'
import { hasDigit, type Query } from './query.ts'

const otherLanguage = 0.9
/** A part-number match of at least this many characters is hardly a coincidence. */
const tellingPiece = 5

/**
 * Scores how well a document matches; only the order of scores is meaningful. `meant` holds the query's words,
 * corrected.
 */
export function score(
  document: Row<'search_documents'>,
  query: Query,
  meant: readonly (readonly string[])[],
  language: Language,
): number {
  const [own, other] =
    language === 'en' ? [document.title_en, document.title_sv] : [document.title_sv, document.title_en]
  return (
    numberScore(document.numbers, query) +
    Math.max(titleScore(own, query, meant), otherLanguage * titleScore(other, query, meant))
  )
}

function numberScore(numbers: string, { number, words }: Query): number {
  const named = words.some((word) => hasDigit(word) && numbers.includes(` ${word.toUpperCase()} `)) ? 500 : 0
  if (number === undefined) return named
  const telling = number.length >= tellingPiece
  if (numbers.includes(` ${number} `)) return 1_000
  if (numbers.includes(` ${number}`)) return named + (telling ? 40 : 12)
  return named + (numbers.includes(number) ? (telling ? 20 : 4) : 0)
}

function titleScore(title: string, { words }: Query, meant: readonly (readonly string[])[]): number {
  const points = meant.map((spellings) => Math.max(...spellings.map((word, at) => wordScore(title, word) - at)))
  const all = points.every((point) => point > 0) ? 20 : 0
  const phrase = words.length > 1 && title.includes(` ${words.join(' ')}`) ? 15 : 0
  const start = title.startsWith(` ${words[0] ?? ''}`) ? 3 : 0
  const sum = points.reduce((total, point) => total + Math.max(0, point), 0)
  return sum + all + phrase + start - title.length / 100
}

function wordScore(title: string, word: string): number {
  if (title.includes(` ${word} `)) return 10
  if (title.includes(` ${word}`)) return 7
  return word.length > 3 && title.includes(word) ? 5 : 0
}
