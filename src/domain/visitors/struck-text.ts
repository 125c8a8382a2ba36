/** What stands in a text instead of what named a person. */
const struck = '•••'
/** Shorter words of a name are too often words of something else. */
const minWordLength = 3
/** So many last digits tell a telephone or company number, however its beginning and its spaces are written. */
const minIdentifyingDigits = 8
/** What may stand before them: "+46 ", "(07", "19". */
const begun = String.raw`(?:\(?\+?\d[\d -]{0,8})?`
/** What people write between digits: "070/123 45 67", "(070) 123.45.67". */
const between = String.raw`[\s./()\u2013-]{0,3}`

export type PersonTexts = {
  /** Names and lines of an address, of which each word is struck out. */
  readonly names: readonly string[]
  /** What is struck out as a whole: e-mail addresses. */
  readonly wholes: readonly string[]
  /** Telephone and company numbers. */
  readonly numbers: readonly string[]
}

/** Makes a function that strikes out of a text what names a person, in any case. */
export function strikerOf({ names, wholes, numbers }: PersonTexts): (text: string) => string {
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter(isIdentifying)
  const whole = wholes.filter((text) => text.trim() !== '').map((text) => escaped(text.trim()))
  const digits = numbers.map((text) => text.replaceAll(/\D/g, '').slice(-minIdentifyingDigits))
  const patterns = [
    ...whole,
    ...digits.filter((each) => each.length === minIdentifyingDigits).map((each) => begun + [...each].join(between)),
    ...words.map((word) => `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`),
  ]
  if (patterns.length === 0) return (text) => text
  const pattern = new RegExp(patterns.join('|'), 'giu')
  return (text) => text.replaceAll(pattern, struck)
}

/** A number of a house or a box may as well be an amount. */
const isIdentifying = (word: string): boolean => word.length >= minWordLength && /\p{L}/u.test(word)

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
