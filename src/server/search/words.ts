const longestWord = 40
const asciiOnly = /^[\x00-\x7f]*$/
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th' }

/** Text as it is compared: lower case, compatibility forms and diacritics gone ("Skärm" is "skarm"). */
export function foldText(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase().replace(/[ßæœøđðłþ]/g, (letter) => letters[letter] ?? letter)
}

/** The runs of letters and digits of a text, folded, in order, at most 40 characters of each. */
export function foldedWords(text: string): string[] {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, longestWord))
}

/**
 * The words under which a text is found. Besides its own: "wi-fi" also as "wifi", "16 GB" also as "16gb" and "16GB"
 * also as "16" and "gb".
 */
export function indexedWords(text: string): string[] {
  const found: string[] = []
  let previous = ''
  for (const chunk of foldText(text).split(/[\s,;()|"]+/)) {
    const pieces = chunk.match(/[\p{L}\p{N}]+/gu) ?? []
    for (const piece of pieces) {
      found.push(piece.slice(0, longestWord), ...spellings(previous, piece))
      previous = piece
    }
    if (pieces.length > 1) found.push(pieces.join('').slice(0, longestWord))
  }
  return found
}

function spellings(previous: string, word: string): string[] {
  if (/^[a-z]{1,4}$/.test(word) && /^\d{1,6}$/.test(previous)) return [previous + word]
  const [, amount, unit] = /^(\d{1,6})([a-z]{1,4})$/.exec(word) ?? []
  return amount && unit ? [amount, unit] : []
}

/** Whether a word belongs to the vocabulary: letters alone, of which typos and compounds are made. */
export function isPlainWord(word: string): boolean {
  return word.length >= 3 && /^\p{L}+$/u.test(word)
}
