import { hasDigit } from '../query.ts'
import { isAmount } from './amount-notation.ts'
import { isDenying } from './denied-words.ts'

/** A word of a query; `or`: the word in front of it says that it may be there instead of what is before that. */
type Token = { text: string; words: readonly string[]; or?: string | undefined }
/**
 * `others`: what may be there instead; `choices`: the words of things of several words, of which one may be there, the
 * first among them, and all with as many words: "5.1 vs 7.1".
 */
type WithOthers<Each> = Each & { others?: readonly string[]; choices?: readonly (readonly string[])[] }

/** What stands between two things of which either will do, folded. */
const choosing: ReadonlySet<string> = new Set(['or', 'eller', 'vs', 'versus', 'kontra'])
const mostWords = 3

export const offersChoice = (word: string): boolean => choosing.has(word)

/** Whether "vs" between two words offers a choice, and is not the name of a series: "Corsair VS 550". */
export function isChoiceBetween(
  one: Token | undefined,
  [other, after]: readonly [Token | undefined, Token | undefined],
): boolean {
  if (one === undefined) return false
  // "rtx 3060 vs rtx 4060"
  const isModel = hasDigit(one.text) && after !== undefined && hasDigit(after.text)
  return isModel || isLike(one, other)
}

/** Tells what names are made of: whether a word begins that of a brand, and whether labels of filters have it. */
export type NamesOf = {
  isBrand: (word: string) => boolean
  isOfLabel: (word: string) => boolean
  /** Whether words are the whole name of a brand. */
  isBrandName: (words: readonly string[]) => boolean
}

/**
 * Reads "7800x3d or 9800x3d" as one word of which either is enough, and "rx 6600 or rtx 3060" as two such words: of
 * several words the last of both has a digit, as models do, or they are names that begin with a brand, or are of values
 * of filters: "wd red or seagate ironwolf", "micro atx or mini itx". "With or without" a thing says nothing.
 */
export function withAlternatives<Each extends Token>(tokens: readonly Each[], names?: NamesOf): WithOthers<Each>[] {
  const all: WithOthers<Each>[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) continue
    if (token.or !== undefined && token.words.every(isDenying)) {
      at += 1
      continue
    }
    const choice = token.or === undefined ? undefined : choiceOf(all, tokens.slice(at), token.or, names)
    if (choice) all.splice(all.length - choice.left, choice.left, ...choice.parts)
    else all.push(token)
    at += (choice?.right ?? 1) - 1
  }
  return all
}

/** The last parts, `left` of them, joined with what `or` offers, `right` words. Undefined where it offers nothing. */
function choiceOf<Each extends Token>(
  before: readonly WithOthers<Each>[],
  after: readonly Each[],
  or: string,
  names: NamesOf | undefined,
): { left: number; right: number; parts: WithOthers<Each>[] } | undefined {
  const brands = brandsOfChoice(before, after, names)
  if (brands) return { ...brands, parts: [eitherBrand(before.slice(-brands.left), after.slice(0, brands.right), or)] }
  const length = lengthOfChoice(before, after, names)
  if (length > 0) {
    const parts = before.slice(-length).map((one, place) => eitherOf(one, after[place], or))
    return { left: length, right: length, parts }
  }
  const last = before.at(-1)
  const model = otherModel(last, after)
  return last && model && { left: 1, right: 2, parts: [eitherOf(last, model, or)] }
}

function lengthOfChoice(before: readonly Token[], after: readonly Token[], names: NamesOf | undefined): number {
  for (let length = Math.min(mostWords, before.length, after.length); length > 0; length -= 1) {
    const [left, right] = [before.slice(-length), after.slice(0, length)]
    const isAlike = left.every((one, at) => isLike(one, right[at]))
    if (isAlike && (length === 1 || hasDigit(left.at(-1)?.text ?? '') || areNames([left, right], names))) return length
  }
  return 0
}

/** How many words two brands have, of which one has more: "seagate or western digital". */
function brandsOfChoice(
  before: readonly WithOthers<Token>[],
  after: readonly Token[],
  names: NamesOf | undefined,
): { left: number; right: number } | undefined {
  if (names === undefined || before.at(-1)?.others || before.at(-1)?.choices) return undefined
  const lengthOf = (tokensOf: (length: number) => readonly Token[]) =>
    [3, 2, 1].find((length) => {
      const words = tokensOf(length).flatMap((token) => token.words)
      return words.length === length && names.isBrandName(words)
    })
  const [left, right] = [lengthOf((length) => before.slice(-length)), lengthOf((length) => after.slice(0, length))]
  return left === undefined || right === undefined || left === right ? undefined : { left, right }
}

/** "A, or b and c" is "a or b, and a or c". */
function eitherBrand<Each extends Token>(one: readonly Each[], other: readonly Each[], or: string): WithOthers<Each> {
  const [first] = one
  if (first === undefined) throw new Error('A choice has two sides.')
  const [words, others] = [one, other].map((side) => side.flatMap((token) => token.words))
  const length = Math.max(words?.length ?? 0, others?.length ?? 0)
  const choices = [words, others].map((each = []) =>
    Array.from({ length }, (_, at) => each[Math.min(at, each.length - 1)] ?? ''),
  )
  const text = [...one.map((token) => token.text), or, ...other.map((token) => token.text)].join(' ')
  return { ...first, text, words: choices[0] ?? [], choices }
}

/** The model that a series calls, where the one before it is called without: "3060 vs rtx 4060". */
function otherModel<Each extends Token>(last: Token | undefined, [token, next]: readonly Each[]): Each | undefined {
  if (last === undefined || token === undefined || next === undefined || hasDigit(token.text)) return undefined
  const areModels = [last, next].every(({ text }) => hasDigit(text) && !isAmount(text))
  return areModels && isLike(last, next) ? { ...next, text: `${token.text} ${next.text}` } : undefined
}

function areNames(sides: readonly (readonly Token[])[], names: NamesOf | undefined): boolean {
  if (names === undefined) return false
  const words = sides.map((side) => side.map((token) => token.words.join(' ')))
  return (
    words.every(([first = '']) => names.isBrand(first)) ||
    words.every((side) => side.every((word) => names.isOfLabel(word)))
  )
}

function isLike(one: Token, other: Token | undefined): boolean {
  if (other === undefined) return false
  const isWord = one.words.length === 1 && other.words.length === 1 && hasDigit(one.text) === hasDigit(other.text)
  return isWord || [one, other].every(hasDecimals)
}

/** Whether it is a number with decimals, or a choice between some. */
const hasDecimals = ({ text }: Token): boolean => /^\d+[.,]\d+(?: \S+ \d+[.,]\d+)*$/.test(text)

function eitherOf<Each extends Token>(one: WithOthers<Each>, other: Each | undefined, or: string): WithOthers<Each> {
  const word = other?.words[0]
  if (other === undefined || word === undefined) return one
  if (hasDecimals(one) && hasDecimals(other))
    return {
      ...one,
      text: `${one.text} ${or} ${other.text}`,
      choices: [...(one.choices ?? [one.words]), other.words],
    }
  if (one.words.includes(word)) return one
  return { ...one, text: `${one.text} ${or} ${other.text}`, others: [...(one.others ?? []), word] }
}
