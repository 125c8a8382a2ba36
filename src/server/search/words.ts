import { beginningsOf, titleWord } from './search-terms.ts'

const maxWordLength = 40
const asciiOnly = /^[\x00-\x7f]*$/
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th' }

/** Folds text for comparison: lower case, no compatibility forms or diacritics ("Skärm" is "skarm"). */
function foldText(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþ]/g, (letter) => letters[letter] ?? letter)
}

/** Splits a text into folded words of letters and digits, in order, at most 40 characters each. */
export function foldedWords(text: string): string[] {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(truncated)
}

/** A word, with the terms that the index has of it where it is in a name. */
export type FoldedWord = { text: string; isPlain: boolean; titled: string; begun: readonly string[] }

/** What is between two separators of a text: its terms, and whether it may be a part of an amount. */
type PlainPiece = { text: string; terms: readonly string[]; isAmount: boolean; isUnit: boolean; isTimes: boolean }
/** The same with its words in order. */
export type Piece = PlainPiece & { words: readonly FoldedWord[] }

/** Pieces and terms that are kept at most; with more, all of them are forgotten. */
const maxKept = 20_000
/** An import reads the same words in many steps; a shop in which little is written need not keep them. */
const cacheMs = 10_000

type Shared = { pieces: readonly Piece[]; terms: readonly string[] }
type Book = { pieces: Map<string, Piece>; words: Map<string, FoldedWord>; shared: Map<string, Shared> }

let known: Book | undefined
let forgetting: NodeJS.Timeout | undefined

/** What was read of texts within the last seconds; nothing in it depends on a database. */
function keptBook(): Book {
  if (known && known.pieces.size + known.shared.size > maxKept) known = undefined
  forgetting ??= setTimeout(() => (known = undefined), cacheMs).unref()
  forgetting.refresh()
  return (known ??= { pieces: new Map(), words: new Map(), shared: new Map() })
}

/**
 * Reads texts of which many products share the parts, and remembers the parts. Besides its words, "wi-fi" is found as
 * "wifi", "16 GB" as "16gb", "16GB" as "16" and "gb", and "2 × 16 GB" as "2x16gb".
 */
export class WordReader {
  readonly #book = keptBook()
  readonly #used = new Set<Piece>()
  readonly #usedTexts = new Set<Shared>()

  /** Returns the parts of a text. */
  pieces(text: string): Piece[] {
    const { pieces } = this.#book
    return text.split(separators).map((part) => {
      let piece = pieces.get(part)
      if (piece === undefined) pieces.set(part, (piece = this.#read(part)))
      this.#used.add(piece)
      return piece
    })
  }

  /** Returns all terms that find a text, which are made once where it is the text of many products. */
  terms(text: string): readonly string[] {
    return this.remember(text, text, termsOf)
  }

  /** Returns what `make` makes of the parts of a text, as it was made before for the same key. */
  remember(key: string, text: string, make: (pieces: readonly Piece[]) => readonly string[]): readonly string[] {
    let shared = this.#book.shared.get(key)
    if (shared === undefined) {
      const pieces = this.pieces(text)
      this.#book.shared.set(key, (shared = { pieces, terms: make(pieces) }))
    }
    this.#usedTexts.add(shared)
    return shared.terms
  }

  /** Returns every word so far that belongs to the vocabulary. */
  plainWords(): Set<string> {
    const all = new Set<string>()
    const add = ({ words }: Piece) => {
      for (const word of words) if (word.isPlain) all.add(word.text)
    }
    this.#used.forEach(add)
    for (const { pieces } of this.#usedTexts) pieces.forEach(add)
    return all
  }

  #read(text: string): Piece {
    const words = wordsOfPiece(text)
    return { ...plainPiece(text, words), words: words.map((word) => this.#word(word)) }
  }

  #word(text: string): FoldedWord {
    let word = this.#book.words.get(text)
    if (word === undefined) {
      word = { text, isPlain: isPlainWord(text), titled: titleWord(text), begun: beginningsOf(text) }
      this.#book.words.set(text, word)
    }
    return word
  }
}

/** Returns the folded words of parts in order, separated by spaces. */
export function wordsOf(pieces: readonly Piece[]): string {
  let all = ''
  for (const { words } of pieces) for (const { text } of words) all = all === '' ? text : `${all} ${text}`
  return all
}

// Loops, because an import calls these some dozens of times for each product.

/** Returns all terms of parts, those of amounts across several of them included. */
export function termsOf(pieces: readonly PlainPiece[]): string[] {
  const all: string[] = []
  for (const piece of pieces) for (const term of piece.terms) all.push(term)
  all.push(...findAmounts(pieces))
  return all
}

/** Returns the amounts that are written in several parts: "16 GB" as `16gb`, "2 × 16 GB" as `2x16gb` as well. */
export function findAmounts(pieces: readonly PlainPiece[]): string[] {
  const all: string[] = []
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1]
    if (piece.isUnit && before?.isAmount === true) {
      const amount = `${before.terms[0]}${piece.terms[0]}`
      all.push(amount, ...timesBefore(pieces, at - 1, amount))
    } else if (before?.isTimes === true && measured.test(piece.terms[0] ?? '')) {
      all.push(...timesBefore(pieces, at, piece.terms[0] ?? ''))
    }
  }
  return all
}

function timesBefore(pieces: readonly PlainPiece[], at: number, amount: string): string[] {
  const count = pieces[at - 2]
  return pieces[at - 1]?.isTimes === true && count?.isAmount === true ? [`${count.text}x${amount}`] : []
}

/** Returns the terms of a text that hardly any two products share, such as a part number: nothing is remembered. */
export function signTerms(text: string): string[] {
  if (plainSign.test(text)) return termsOfPiece([text.toLowerCase()])
  return termsOf(text.split(separators).map((piece) => plainPiece(piece, wordsOfPiece(piece))))
}

/** Returns the words alone of such a text. */
export function signWords(text: string): string[] {
  return plainSign.test(text) ? [text.toLowerCase()] : text.split(separators).flatMap(wordsOfPiece)
}

const separators = /[\s,;()[\]|"]+/
const amount = /^(?:\d{1,2}[x×])?\d{1,6}$/i
const unit = /^[a-z]{1,4}$/i
const measured = /^(\d{1,6})([a-z]{1,4})$/
/** How models of processors end, too: "7800X3D". */
const withEnd = /^(\d{4})(x3d)$/
const times = /^[x×]$/i
const timesInside = /(?<=\d)×(?=\d)/g
/** A text of one piece and one word. */
const plainSign = /^[a-z0-9]{1,40}$/i

function plainPiece(text: string, words: readonly string[]): PlainPiece {
  return {
    text,
    terms: termsOfPiece(words),
    isAmount: amount.test(text),
    isUnit: unit.test(text),
    isTimes: times.test(text),
  }
}

/** "2×16GB" is one word, as "2x16GB" is. */
function wordsOfPiece(text: string): string[] {
  return foldedWords(text.includes('×') ? text.replace(timesInside, 'x') : text)
}

function termsOfPiece(words: readonly string[]): string[] {
  if (words.length > 1) return [...words, truncated(words.join(''))]
  const [word] = words
  if (word === undefined) return []
  const [, count, measure] = measured.exec(word) ?? withEnd.exec(word) ?? []
  return count && measure ? [word, count, measure] : [word]
}

/** Tells whether a word belongs to the vocabulary for typos and compounds: letters only. */
export function isPlainWord(word: string): boolean {
  return word.length >= 3 && /^\p{L}+$/u.test(word) && !/[\ud800-\udfff]/.test(word)
}

/** Cuts a word without splitting a surrogate pair. */
function truncated(word: string): string {
  return word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\ud800-\udbff]$/, '')
}
