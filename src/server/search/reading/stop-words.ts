import { mayDeny } from './denied-words.ts'

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
    'helst preferably att ha nagot nagon hela tiden mer more bra good'
  ).split(' '),
)
/** What follows is for whom or what a part is: "ssd till laptop", "gift for a gamer". */
const purposes = new Set(['till', 'for', 'to'])
/** These say nothing in front of others: elsewhere "a" is a connector ("usb c to a"), and "no" a part of a number. */
const articles = new Set(['a', 'no'])
const connecting = new Set(['to', 'till', 'and', 'och', 'or', 'eller'])

/** Whether a folded word says nothing about a part. */
export const isStopWord = (word: string): boolean => stopWords.has(word)

type Word = { words: readonly string[]; isPurpose?: boolean; mayBeDenied?: boolean }

/** Removes stop words, unless nothing else is left, and marks what is behind "for", and each word behind "not". */
export function withoutStopWords<Token extends Word>(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  let [isPurpose, isFirst, mayBeDenied] = [false, true, false]
  for (const token of tokens) {
    const [word = '', ...more] = token.words
    const saysNothing = more.length === 0 && (stopWords.has(word) || (isFirst && articles.has(word)))
    if (!saysNothing) kept.push(withMarks(token, isPurpose, mayBeDenied))
    mayBeDenied = saysNothing && mayDeny(word)
    isPurpose ||= saysNothing && purposes.has(word)
    // In "for a gamer" the article is the first word of what follows.
    isFirst = saysNothing && !connecting.has(word)
  }
  return kept.length > 0 ? kept : [...tokens]
}

function withMarks<Token extends Word>(token: Token, isPurpose: boolean, mayBeDenied: boolean): Token {
  return isPurpose || mayBeDenied ? { ...token, isPurpose, ...(mayBeDenied && { mayBeDenied }) } : token
}
