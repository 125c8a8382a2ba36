/** Words of both languages that say nothing about a part, folded: "laddare till", "which do i need". */
const stopWords = new Set(
  (
    'till for to med with och and eller or av of en ett an the den det min mitt mina my som passar passande fits fit ' +
    'fitting compatible kompatibel i in at pa on from fran ' +
    'vad ar vilken vilket vilka behover jag ska kan har ni basta bast what which is are does do you have need can ' +
    'best inte ej not wont doesnt dont cant isnt'
  ).split(' '),
)

/** Removes stop words, unless nothing else is left. "a" is one only in front: elsewhere it is a connector, "usb a". */
export function withoutStopWords<Token extends { words: readonly string[] }>(tokens: readonly Token[]): Token[] {
  const isStopWord = ({ words: [word = '', ...more] }: Token, at: number) =>
    more.length === 0 && (stopWords.has(word) || (at === 0 && word === 'a'))
  const kept = tokens.filter((token, at) => !isStopWord(token, at))
  return kept.length > 0 ? kept : [...tokens]
}
