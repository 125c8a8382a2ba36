const longestWord = 40
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
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(cut)
}

/** Converts texts to words and terms, with a cache for the parts that many products share. */
export type WordBook = {
  /** Returns the folded words in order, separated by spaces. */
  words: (text: string) => string
  /**
   * Returns all terms that find the text, separated by spaces. Besides its words: "wi-fi" also as "wifi", "16 GB" also
   * as "16gb" and "16GB" also as "16" and "gb".
   */
  terms: (text: string) => string
  /** Returns every word so far. */
  all: () => Set<string>
}

export function wordBook(): WordBook {
  const known = new Map<string, Piece>()
  const pieceOf = (text: string): Piece => {
    const found = known.get(text)
    if (found !== undefined) return found
    const read = readPiece(text)
    known.set(text, read)
    return read
  }
  return {
    words: (text) => wordsIn(text, pieceOf),
    terms: (text) => termsIn(text, pieceOf),
    all: () => new Set([...known.values()].flatMap(({ words }) => words.split(' '))),
  }
}

/** The same for texts that hardly any two products share, such as part numbers: nothing is remembered. */
export const signBook: Omit<WordBook, 'all'> = {
  words: (text) => wordsIn(text, readPiece),
  terms: (text) => termsIn(text, readPiece),
}

// Loops, because an import calls these some dozens of times for each product.

function wordsIn(text: string, pieceOf: (piece: string) => Piece): string {
  let all = ''
  for (const piece of text.split(separators)) {
    const { words } = pieceOf(piece)
    if (words !== '') all = all === '' ? words : `${all} ${words}`
  }
  return all
}

function termsIn(text: string, pieceOf: (piece: string) => Piece): string {
  let [all, amounts, before] = ['', '', '']
  for (const piece of text.split(separators)) {
    const { terms } = pieceOf(piece)
    if (terms !== '') all = all === '' ? terms : `${all} ${terms}`
    if (piece.length <= longestUnit && unit.test(piece) && amount.test(before))
      amounts += ` ${foldText(before + piece)}`
    before = piece
  }
  return all + amounts
}

type Piece = { words: string; terms: string }

const separators = /[\s,;()[\]|"]+/
const amount = /^\d{1,6}$/
const unit = /^[a-z]{1,4}$/i
const longestUnit = 4

function readPiece(text: string): Piece {
  const words = foldedWords(text)
  const [first = ''] = words
  if (words.length > 1) return { words: words.join(' '), terms: `${words.join(' ')} ${cut(words.join(''))}` }
  const [, count, measure] = /^(\d{1,6})([a-z]{1,4})$/.exec(first) ?? []
  return { words: first, terms: count && measure ? `${first} ${count} ${measure}` : first }
}

/** Tells whether a word belongs to the vocabulary for typos and compounds: letters only. */
export function isPlainWord(word: string): boolean {
  return word.length >= 3 && /^\p{L}+$/u.test(word) && !/[\ud800-\udfff]/.test(word)
}

/** Cuts a word without splitting a surrogate pair. */
function cut(word: string): string {
  return word.length <= longestWord ? word : word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '')
}
