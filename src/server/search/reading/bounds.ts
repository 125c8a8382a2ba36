import { foldedWords } from '../words.ts'
import { isAmount } from './amount-notation.ts'

/** At which end a number limits what is asked for: "at least 32 GB", "max 160 mm". */
export type Bound = 'from' | 'to'

/** What stands in front of a number that is a limit, folded, the longest first. */
const before: readonly (readonly [Bound, readonly string[]])[] = [
  [
    'from',
    ['at least', 'more than', 'mer an', 'storre an', 'minst', 'minimum', 'min', 'over', 'above', 'from', 'fran'],
  ],
  ['to', ['no more than', 'at most', 'up to', 'upp till', 'less than', 'mindre an', 'lagre an', 'smaller than']],
  ['to', ['maximalt', 'maximum', 'max', 'hogst', 'under', 'below']],
]
/** What stands behind it. */
const behind: readonly (readonly [Bound, readonly string[]])[] = [
  ['from', ['eller mer', 'eller storre', 'eller hogre', 'och uppat', 'or more', 'or higher', 'or better', 'and up']],
  ['to', ['eller mindre', 'eller lagre', 'or less', 'or lower', 'or smaller']],
]
/** "max 50 mm high" */
const dimensions: ReadonlySet<string> = new Set(
  'hog hogt high tall lang langt long bred brett wide djup djupt deep'.split(' '),
)
const mostWords = 3
const amountWithWords = /^(\d{1,6}[a-z]{1,4}) \p{L}.*$/iu
const boundInText = new RegExp(`^(?:${before.flatMap(([, words]) => words).join('|')}) (?=\\d)`)

/** Behind these "min" is Swedish for "my": "laddare till min 65w dator". */
const beforeMine: ReadonlySet<string> = new Set('till for i pa at av med'.split(' '))
/** Between the two ends of a range: "from 8gb to 16gb" is none of them alone. */
const towards: ReadonlySet<string> = new Set(['to', 'till'])

type Limit = { bound: Bound; before: number; behind: number }

/**
 * Finds out whether the words from `at` on, `length` of them, are a limit, and how many words around them say so; a
 * number with a plus sign is one, too.
 */
export function limitAt(words: readonly string[], at: number, length: number, typed = ''): Limit | undefined {
  for (let count = Math.min(mostWords, at); count > 0; count -= 1) {
    const bound = boundOf(before, words.slice(at - count, at).join(' '))
    if (bound && !isNoLimit(words, at - count, at + length))
      return { bound, before: count, behind: dimensions.has(words[at + length] ?? '') ? 1 : 0 }
  }
  const bound = typed.endsWith('+') ? 'from' : undefined
  if (bound) return { bound, before: 0, behind: 0 }
  const end = at + length
  const said = boundOf(behind, words.slice(end, end + 2).join(' '))
  return said && { bound: said, before: 0, behind: 2 }
}

/** Whether the word at `start`, in front of what ends at `end`, means something else: "pro max 256gb". */
function isNoLimit(words: readonly string[], start: number, end: number): boolean {
  const [word = '', before = ''] = [words[start], words[start - 1]]
  if (word === 'min') return beforeMine.has(before)
  if (word === 'max') return before === 'pro'
  return (word === 'from' || word === 'fran') && towards.has(words[end] ?? '') && /^\d/.test(words[end + 1] ?? '')
}

function boundOf(list: typeof before, text: string): Bound | undefined {
  return list.find(([, words]) => words.includes(text))?.[0]
}

type Token = { text: string; words: readonly string[]; isLimit?: boolean }

/**
 * Joins amounts with the words that make them a limit, so that a search never takes "max 50mm" for 50 mm: it leaves it
 * out as one.
 */
export function withLimits<Each extends Token>(tokens: readonly Each[]): (Each | Token)[] {
  if (!tokens.some(({ text }) => isAmount(text))) return [...tokens]
  const words = tokens.map((token) => token.words.join(' '))
  const all: (Each | Token)[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const limit = token && isAmount(token.text) ? limitAt(words, at, 1, token.text) : undefined
    if (token === undefined) continue
    if (limit === undefined) {
      all.push(token)
      continue
    }
    const taken = [...all.splice(all.length - limit.before), token, ...tokens.slice(at + 1, at + 1 + limit.behind)]
    const text = taken.map((each) => each.text).join(' ')
    all.push({ text, words: [foldedWords(text).join('')], isLimit: true })
    at += limit.behind
  }
  return all
}

/** The amount of a part of a query that is a limit, without the words that make it one; other parts as they are. */
export function withoutLimit(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return boundInText.test(plain) || amountWithWords.test(plain)
    ? plain.replace(boundInText, '').replace(amountWithWords, '$1')
    : text
}
