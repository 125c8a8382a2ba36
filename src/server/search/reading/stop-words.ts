import { offersChoice } from './alternatives.ts'
import { deniesNext } from './denied-words.ts'

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
    'that som supports support stoder klarar lots plenty vs versus kontra'
  ).split(' '),
)
/** What follows is for whom or what a part is: "ssd till laptop", "gift for a gamer". */
const purposes = new Set(['till', 'for', 'to'])
/** These say nothing in front of others: elsewhere "a" is a connector ("usb c to a"), and "no" a part of a number. */
const articles = new Set(['a', 'no'])
const seeking = new Set(['looking', 'searching', 'search', 'look'])
const connecting = new Set(['to', 'till', 'and', 'och', 'or', 'eller'])

/** Whether a folded word says nothing about a part. */
export const isStopWord = (word: string): boolean => stopWords.has(word)

type Word = { text: string; words: readonly string[]; isPurpose?: boolean; mayBeDenied?: boolean; or?: string }

/** Removes stop words, unless nothing else is left, and marks what is behind "for", "not" and "or". */
export function withoutStopWords<Token extends Word>(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  let [isPurpose, isFirst] = [false, true]
  let before = { word: '', denies: false }
  let or = ''
  for (const [at, token] of tokens.entries()) {
    const [word = '', ...more] = token.words
    const isNegation = word === 'no' && /^[a-z]{3,}$/.test(tokens[at + 1]?.words.join(' ') ?? '')
    const saysNothing = more.length === 0 && (stopWords.has(word) || isNegation || (isFirst && articles.has(word)))
    if (!saysNothing) kept.push({ ...withMarks(token, isPurpose, before.denies), ...(or !== '' && { or }) })
    or = saysNothing && offersChoice(word) ? token.text : ''
    // "looking for a case" says nothing of what the case is for.
    isPurpose ||= saysNothing && purposes.has(word) && !seeking.has(before.word)
    before = { word, denies: saysNothing && deniesNext(word, before) }
    // In "for a gamer" the article is the first word of what follows.
    isFirst = saysNothing && !connecting.has(word)
  }
  return kept.length > 0 ? kept : [...tokens]
}

function withMarks<Token extends Word>(token: Token, isPurpose: boolean, mayBeDenied: boolean): Token {
  return isPurpose || mayBeDenied ? { ...token, isPurpose, ...(mayBeDenied && { mayBeDenied }) } : token
}
