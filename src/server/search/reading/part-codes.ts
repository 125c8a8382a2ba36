/** How the codes of parts begin that makers write for some words; `length` is the number of these words. */
type Coded = { code: string; length: number }

/** The numbers of earlier generations begin other models as well: i7-9700 and i7-920. */
const generation = '(1\\d)(?:th|rd|nd|st| ?e)? gen(?:eration(?:en|ens)?)?'
const end = '(?= |$)'
/** What is written in words of what makers call by one code, folded, with how these codes begin. */
const spoken: readonly (readonly [RegExp, (found: readonly (string | undefined)[]) => string])[] = [
  [new RegExp(`^${generation}(?: intel)?(?: core)? (i[3579])${end}`), ([, number, kind]) => `${kind}${number}`],
  [new RegExp(`^(i[3579]) ${generation}${end}`), ([, kind, number]) => `${kind}${number}`],
  [new RegExp(`^(?:socket|sockel) (\\d{3,4})${end}`), ([, number]) => `lga${number}`],
]

/** What a part number is announced with: "part number", "art.nr", "P/N:". */
const announced = 'part ?(?:number|no|nr)|p/n|art(?:ikel)?[. ]?(?:nummer|nr|number|no)|item ?(?:number|no)|mpn|sku'
const numberName = new RegExp(`(?<![\\p{L}\\p{N}])(?:${announced})[.:# ]+(?=\\S*\\d)`, 'giu')

/** What telephones and speakers are called with, in front of what is said to them. */
const assistant =
  /^\s*(?:hej|hey|hi|ok|okej|okay)[ ,]+(?:google|siri|alexa)(?!\p{L})[ ,]*(?:s[öo]k(?: efter)?|search(?: for)?)?/iu
/** "usb typ c", "type-c" */
const connector = /(?<![\p{L}\p{N}])(usb[ -]?)?type?[ -]?([abc])(?![\p{L}\p{N}])/giu

/** Series that Western Digital calls by colours, which are not translated. */
const series: ReadonlyMap<string, string> = new Map(
  Object.entries({ blå: 'blue', röd: 'red', svart: 'black', grön: 'green', lila: 'purple', guld: 'gold' }),
)
const seriesOfMaker = new RegExp(
  `(?<![\\p{L}\\p{N}])(wd|western digital) (${[...series].flat().join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** Returns a text with a series that is called by a colour in the maker's language: "wd blå" as "wd blue". */
export function withSeries(text: string): string {
  return text.replace(
    seriesOfMaker,
    (_all, maker: string, colour: string) => `${maker} ${series.get(colour.toLowerCase()) ?? colour}`,
  )
}

/** "Compare a and b" and "a compared to b" offer a choice as "a vs b" does. */
const comparisons = [
  /^\s*(?:jämför|compare)\s+(\S.*?)\s+(?:och|med|mot|and|with|to)\s+(?=\S)/iu,
  /(\S)\s+(?:jämfört med|compared (?:to|with))\s+(?=\S)/iu,
]

/** Returns a text without such series. */
export function withoutSeries(text: string): string {
  return text.replace(seriesOfMaker, '$1')
}

/**
 * Returns a text without the words that announce a number, or call an assistant, and with connectors of USB as most
 * parts have them. Of other things "type A" stays.
 */
export function withPlainNames(text: string): string {
  const isUsb = /usb/i.test(text)
  return comparisons
    .reduce((plain, each) => plain.replace(each, '$1 vs '), withSeries(text))
    .replace(assistant, ' ')
    .replace(numberName, ' ')
    .replace(connector, (all: string, _usb: string | undefined, letter: string) =>
      isUsb || letter.toLowerCase() === 'c' ? `usb ${letter}` : all,
    )
}

type Token = { text: string; words: readonly string[] }

const socketNumber = /^(?:775|115[0156]|1200|1366|1700|1851|2011|2066)$/
/** What has a socket, or is for one, in front or behind: folded, the beginnings of words. */
const socketed =
  /^(?:moderkort|motherboard|mainboard|mobo|processor|cpu|kylare|cpukylare|processorkylare|cooler|heatsink)/
/** Reads the number of a socket beside what has one: "moderkort 1700". */
export function withSockets<Each extends Token>(tokens: readonly Each[]): Each[] {
  const word = (at: number) => tokens[at]?.words.join(' ') ?? ''
  const hasSocket = tokens.some((_, at) => socketed.test(word(at)) && word(at + 1) !== 'master')
  // "socket 1700" is read as one name later, and "Ryzen 7 1700" is a processor.
  const isOther = (at: number) =>
    /^(?:socket|sockel|lga|ryzen)$/.test(word(at - 1)) || (word(at - 2) === 'ryzen' && /^\d$/.test(word(at - 1)))
  const isAlone = (at: number) => socketNumber.test(word(at)) && !isOther(at)
  return tokens.map((token, at) => (hasSocket && isAlone(at) ? { ...token, words: [`lga${word(at)}`] } : token))
}

/** Returns the code that these folded texts begin with in words. */
export function codeAt(texts: readonly string[]): Coded | undefined {
  const all = texts.join(' ')
  for (const [pattern, codeOf] of spoken) {
    const found = pattern.exec(all)
    if (found) return { code: codeOf(found), length: textsIn(texts, found[0].length) }
  }
  return undefined
}

/** How many texts have so many letters, with a space between two. */
function textsIn(texts: readonly string[], letters: number): number {
  let [count, length] = [0, -1]
  while (length < letters) {
    length += (texts[count]?.length ?? letters) + 1
    count += 1
  }
  return count
}
