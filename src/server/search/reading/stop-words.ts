import { isChoiceBetween, offersChoice } from './alternatives.ts'
import { denierOfNext, isRelative } from './denied-words.ts'

/** Words of both languages that say nothing about a part, folded: "laddare till", "which do i need", "broken". */
const stopWords = new Set(
  (
    'till for to med with och and eller or av of en ett an the den det min mitt mina my som passar passande fits fit ' +
    'fitting compatible kompatibel i in at pa on from fran ' +
    'vad ar vilken vilket vilka behover jag ska kan har ni basta bast what which is are does do you have need can ' +
    'best inte ej not wont doesnt dont cant isnt ' +
    'trasig trasigt trasiga sprucken sprucket spruckna svullen svullet svullna fungerar funkar blir ' +
    'ingen inget inga broken cracked swollen noisy working ' +
    'hej hello vill vilja kopa soker letar efter buy want looking please tack ' +
    'helst preferably att ha nagot nagon hela tiden mer more bra good ' +
    'that som supports stoder klarar lots plenty ' +
    'it how much many hur mycket manga skulle would has kostar cost costs says take takes'
  ).split(' '),
)
/** What follows is for whom or what a part is: "ssd till laptop", "gift for a gamer". */
const purposes = new Set(['till', 'for', 'to'])
/** These say nothing in front of others: elsewhere "a" is a connector ("usb c to a"), and "no" a part of a number. */
const articles = new Set(['a', 'no'])
/** "How much memory can a B550 board take" asks about the board. */
const measuring = new Set(['much', 'many', 'mycket', 'manga'])
const asking = new Set(['can', 'does', 'do', 'will', 'kan', 'tar', 'klarar', 'stoder'])
/** "How much memory do I need" asks about memory. */
const asker = new Set(['i', 'you', 'we', 'jag', 'du', 'man', 'vi'])
const seeking = new Set(['looking', 'searching', 'search', 'look'])
const connecting = new Set(['to', 'till', 'and', 'och', 'or', 'eller'])

/** Whether a folded word says nothing about a part. */
export const isStopWord = (word: string): boolean => stopWords.has(word)

type Word = { text: string; words: readonly string[]; isPurpose?: boolean; denier?: string; or?: string }

/** Removes stop words, unless nothing else is left, and marks what is behind "for", "not" and "or". */
export function withoutStopWords<Token extends Word>(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  let before: Before = {
    word: '',
    denier: '',
    isPurpose: false,
    isFirst: true,
    or: '',
    isRelative: false,
    isMeasured: false,
  }
  for (const [at, token] of tokens.entries()) {
    const [next, after] = [tokens[at + 1], tokens[at + 2]]
    const isNothing =
      isAmountAsked(before, next, after) || saysNothing(token, { last: kept.at(-1), next, after }, before)
    if (!isNothing) kept.push(withMarks(token, before))
    before = isNothing ? behindNothing(token, before) : { ...said, word: wordOf(token), isPurpose: before.isPurpose }
  }
  return kept.length > 0 ? kept : [...tokens]
}

/** Whether it is asked how much of a thing another one takes. */
function isAmountAsked({ isMeasured }: Before, next: Word | undefined, after: Word | undefined): boolean {
  return isMeasured && next !== undefined && asking.has(wordOf(next)) && !(after && asker.has(wordOf(after)))
}

/**
 * What the words before one say of it. `isFirst`: only words that say nothing, and do not connect, are before it.
 * `isMeasured`: it is asked how much of it something takes.
 */
type Before = {
  word: string
  denier: string
  isPurpose: boolean
  isFirst: boolean
  or: string
  isRelative: boolean
  isMeasured: boolean
}
const said = { denier: '', isFirst: false, or: '', isRelative: false, isMeasured: false }

const wordOf = ({ words }: Word): string => words[0] ?? ''

type Beside = { last: Word | undefined; next: Word | undefined; after: Word | undefined }

function saysNothing(token: Word, { last, next, after }: Beside, { isFirst, or }: Before): boolean {
  if (token.words.length > 1) return false
  const word = wordOf(token)
  if (offersChoice(word) && !stopWords.has(word)) return isChoiceBetween(last, [next, after])
  if (word === 'a' && or !== '') return isArticleBetween(last, next)
  // "Står" is no star.
  if (word === 'star' && token.text.toLowerCase().normalize('NFC') === 'står') return true
  return stopWords.has(word) || isNegation(word, next) || (isFirst && articles.has(word))
}

/** "No" is in many part numbers and names: "NO-4512". */
function isNegation(word: string, next: Word | undefined): boolean {
  return word === 'no' && /^[a-z]{3,}$/.test(next?.words.join(' ') ?? '')
}

/** Whether the "a" between two words is an article: "mouse or a keyboard", but "usb c or a cable". */
function isArticleBetween(last: Word | undefined, next: Word | undefined): boolean {
  return next !== undefined && last !== undefined && wordOf(last).length > 1
}

function behindNothing(token: Word, before: Before): Before {
  const word = wordOf(token)
  return {
    word,
    denier: denierOfNext({ word, text: token.text }, before),
    isRelative: isRelative(word) || before.isRelative,
    // "looking for a case" says nothing of what the case is for.
    isPurpose: before.isPurpose || (purposes.has(word) && !seeking.has(before.word)),
    // In "for a gamer" the article is the first word of what follows.
    isFirst: !connecting.has(word),
    // "or a 3060" offers it as well.
    or: offersChoice(word) ? token.text : before.or,
    isMeasured: measuring.has(word) && (before.word === 'how' || before.word === 'hur'),
  }
}

function withMarks<Token extends Word>(token: Token, { isPurpose, denier, or }: Before): Token {
  if (!isPurpose && denier === '' && or === '') return token
  return { ...token, isPurpose, ...(denier !== '' && { denier }), ...(or !== '' && { or }) }
}
