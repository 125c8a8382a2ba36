import type { Language } from '../../domain/places/locales.ts'
import type { ScoredDocument } from './hit-queries.ts'
import type { Kinds } from './kind-of-product.ts'
import { hasDigit, type Query } from './query.ts'
import { amountsApart } from './reading/amount-notation.ts'
import type { WordsAlike } from './reading/stems.ts'

const otherLanguage = 0.9
/** A part-number match of at least this many characters is hardly a coincidence. */
const specificLength = 5
/** The part itself comes before a kit that contains it, and before what is used with it. */
const requestedKind = 30
const closerKind = 6
const requestedCategory = 8
/** A word that is no part of the name is an attribute, a device or the category. */
const elsewhere = 8
const inTitle = 10
/**
 * A label of a filter says as much as a word of the name: "wireless". Less by a few letters of a name, because "black"
 * is also the beginning of other words.
 */
const labelElsewhere = 9.95
/** Another model than the one that is asked for, and further away than one that is sold out. */
const otherModel = 3
const suffixes = new Set(['ti', 'super', 'xt', 'xtx', 'gre', 'pro', 'max', 'plus', 'ultra', 'mini', 'lite'])
/** Of several amounts in a name the first is the whole: "64 GB (2 × 32 GB)". */
const wholeAmount = 3
/** "2.5" of a name says more than "2" and "5" in it. */
const wholeDecimal = 6
const none: ReadonlySet<string> = new Set()
/** Less than the difference between a word and a longer one, and more than where the word is. */
const inStock = 2.5
/** "Battery for …" before "Laptop battery for …", but not before one that is in stock. */
const startsName = 1

/**
 * Returns a function that scores how well a document matches; only the order of scores is meaningful. `spelled` holds
 * the query's words, each with its corrections and synonyms; `hasAll` tells whether the document has all of them, in
 * its name or elsewhere.
 */
export function scorer(
  query: Query,
  spelled: readonly (readonly string[])[],
  language: Language,
  { alike, kinds, labels, shared }: Meanings,
): (document: ScoredDocument, hasAll: boolean) => number {
  const titleScore = titleScorer(query, spelled, { alike, kinds, labels, shared })
  const named = query.words.filter(hasDigit).map((word) => ` ${word.toUpperCase()} `)
  return (document, hasAll) => {
    const [own, other] =
      language === 'en' ? [document.title_en, document.title_sv] : [document.title_sv, document.title_en]
    return (
      numberScore(document.numbers, query, named) +
      kindScore(kinds.wordsOfKind(document.category_id)) +
      (document.is_asked === 1 ? requestedCategory : 0) +
      (document.in_stock === 1 ? inStock : 0) +
      Math.max(titleScore(own, hasAll), otherLanguage * titleScore(other, hasAll))
    )
  }
}

function kindScore(words: number): number {
  return words === 0 ? 0 : requestedKind + closerKind * (words - 1)
}

function numberScore(numbers: string, { number }: Query, words: readonly string[]): number {
  const named = words.some((word) => numbers.includes(word)) ? 500 : 0
  if (number === undefined) return named
  const specific = number.length >= specificLength
  if (numbers.includes(` ${number} `)) return 1_000
  if (numbers.includes(` ${number}`)) return named + (specific ? 40 : 12)
  return named + (numbers.includes(number) ? (specific ? 20 : 4) : 0)
}

/**
 * A spelling of a word that is asked for, in the forms that are looked for in titles; `apart` are those of an amount
 * in several words, and `first` finds the first amount in its unit. `less` is subtracted from its points; `kinds`
 * remembers which words of titles are kinds of it.
 */
type Spelling = {
  word: string
  root: string
  whole: string
  apart: readonly string[]
  first: { pattern: RegExp; number: string } | undefined
  begun: string
  less: number
  kinds: Map<string, boolean>
}

type Meanings = {
  alike: WordsAlike
  kinds: Kinds
  labels: ReadonlySet<string>
  /** Labels that other filters have as well: keyboards are red, and have a red backlight. */
  shared: ReadonlySet<string>
}

function titleScorer(
  { words, even = none, decimals = [] }: Query,
  spelled: readonly (readonly string[])[],
  { alike, kinds, labels, shared }: Meanings,
) {
  const isLabel = (spellings: readonly string[]) => spellings.some((word) => labels.has(word))
  const isSpecific = !spelled.every((spellings) => isLabel(spellings) || kinds.isNamedBy(spellings))
  const parts = spelled.map((spellings) => ({
    atLeast: !isLabel(spellings) || spellings.some((word) => shared.has(word)) ? elsewhere : labelElsewhere,
    spellings: spellings.map((word, at): Spelling => ({
      word,
      root: alike.rootOf(word),
      whole: ` ${word} `,
      apart: amountsApart(word).map((words) => ` ${words} `),
      first: firstAmountLike(word),
      begun: ` ${word}`,
      less: even.has(word) ? 0 : Math.min(at, 1),
      kinds: new Map(),
    })),
  }))
  const [all, first] = [` ${words.join(' ')}`, ` ${words[0] ?? ''} `]
  const typed = new Set([...words, ...spelled.flat()])
  const models = spelled
    .flat()
    .filter(hasDigit)
    .map((word) => ` ${word} `)
  return (title: string, isWhole: boolean): number => {
    let sum = 0
    for (const { spellings, atLeast } of parts) {
      let points = -Infinity
      for (const spelling of spellings) points = Math.max(points, wordScore(title, spelling, alike) - spelling.less)
      sum += Math.max(isWhole ? atLeast : 0, points)
    }
    const phrase = isSpecific && even.size === 0 && words.length > 1 && title.includes(all) ? 15 : 0
    const start = title.startsWith(first) ? startsName : 0
    for (const decimal of decimals) if (title.includes(` ${decimal} `)) sum += wholeDecimal
    const isOther = models.some((model) => isOtherModel(title, model, typed))
    return sum + phrase + start - (isOther ? otherModel : 0) - title.length / 100
  }
}

/** Whether a name has the model with a suffix that is not asked for: "RTX 4070 Ti" for "rtx 4070". */
function isOtherModel(title: string, model: string, typed: ReadonlySet<string>): boolean {
  const at = title.indexOf(model)
  if (at === -1) return false
  const next = title.slice(at + model.length, title.indexOf(' ', at + model.length))
  return suffixes.has(next) && !typed.has(next)
}

/** Finds the first number of a title that has the unit of this amount; undefined for other words. */
function firstAmountLike(word: string): Spelling['first'] {
  const [, number = '', unit] = /^(\d{1,6})([a-z]{1,4})$/.exec(word) ?? []
  return unit === undefined ? undefined : { number, pattern: new RegExp(` (\\d{1,6}) ?${unit} `) }
}

/** Most titles do not even have the root of a word, in which case none of their words can be like it. */
function wordScore(title: string, spelling: Spelling, alike: WordsAlike): number {
  const { word, root, whole, apart, first, begun } = spelling
  const isThere = title.includes(whole) || apart.some((each) => title.includes(each))
  if (isThere) return first && first.pattern.exec(title)?.[1] === first.number ? inTitle + wholeAmount : inTitle
  if (!title.includes(root)) return 0
  if (hasKind(title, spelling, alike)) return 9
  if (title.includes(begun)) return 7
  return word.length > 3 && title.includes(word) ? 5 : 0
}

/** Whether a word of a title that has the root of a word is a kind of it. */
function hasKind(title: string, { word, root, kinds }: Spelling, alike: WordsAlike): boolean {
  for (let at = title.indexOf(root); at !== -1;) {
    const end = title.indexOf(' ', at)
    const to = end === -1 ? title.length : end
    const each = title.slice(title.lastIndexOf(' ', at) + 1, to)
    const isKind = kinds.get(each) ?? alike.isKindOf(each, word)
    kinds.set(each, isKind)
    if (isKind) return true
    at = title.indexOf(root, to)
  }
  return false
}
