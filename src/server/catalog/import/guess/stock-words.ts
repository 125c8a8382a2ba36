import { maxStock } from '../rows/cell-numbers.ts'

/** Units that stand for "in stock" where a feed has no numbers. */
export const unitsInStock = 10
/** Different cells of a stock column that are no numbers. */
const maxWords = 10

const inStock =
  'in[ _-]?stock|available|i lager|på lager|finns|lagervara|varastossa|saatavilla|auf lager|lieferbar|verfügbar|' +
  'tilgjengelig|ja|yes|true|kyllä'
const few = 'low[ _-]?stock|limited[ _-]availability|few left|få kvar|få igen|vähän|wenige'
const out =
  'out[ _-]?of[ _-]?stock|sold[ _-]?out|not available|unavailable|pre-?order|backorder|slut(?:såld)?|ej i lager|' +
  'inte i lager|utsolgt|udsolgt|ikke på lager|loppu|ei varastossa|ausverkauft|nicht (?:auf lager|lieferbar)|nej|no|' +
  'false|nein|nei|ei|discontinued|utgått'

/** A number of units ("12", "> 50", "10+"), or a word for whether there are any. */
export const unitsOrWord = new RegExp(`^(?:[^a-z]*\\d[\\d\\s.,]*\\+?|${inStock}|${few}|${out})$`, 'i')
const [isIn, isFew] = [new RegExp(`^(?:${inStock})$`, 'i'), new RegExp(`^(?:${few})$`, 'i')]

/** How many units a word stands for; 0 for one that nobody knows. */
export function unitsOfWord(word: string): number {
  if (isIn.test(word)) return unitsInStock
  return isFew.test(word) ? 1 : 0
}

/** What cells that are no numbers stand for: "> 50" and "50+" are 50 units, "< 5" is one, a word what it says. */
export function unitsOfWords(cells: readonly string[]): Record<string, number> {
  const words = [...new Set(cells)].filter((cell) => !/^-?\d[\d\s.,']*$/.test(cell)).slice(0, maxWords)
  return Object.fromEntries(words.map((word) => [word, unitsIn(word)]))
}

function unitsIn(word: string): number {
  const number = /\d+/.exec(word)?.[0]
  if (number === undefined) return unitsOfWord(word)
  const units = Math.min(Number(number), maxStock)
  return word.startsWith('<') ? Math.min(units, 1) : units
}
