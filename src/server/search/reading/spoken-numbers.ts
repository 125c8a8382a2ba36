/** Numbers as they are said, in Swedish and English: those below 20, and tens. */
const ones =
  'en|ett|one:1 två|tva|two:2 tre|three:3 fyra|four:4 fem|five:5 sex|six:6 sju|seven:7 åtta|atta|eight:8 nio|nine:9'
const teens =
  'tio|ten:10 elva|eleven:11 tolv|twelve:12 tretton|thirteen:13 fjorton|fourteen:14 femton|fifteen:15 ' +
  'sexton|sixteen:16 sjutton|seventeen:17 arton|eighteen:18 nitton|nineteen:19'
const tens =
  'tjugo|twenty:20 trettio|thirty:30 fyrtio|forty|fourty:40 femtio|fifty:50 sextio|sixty:60 sjuttio|seventy:70 ' +
  'åttio|attio|eighty:80 nittio|ninety:90'
const large = 'hundra|hundred:100 tusen|thousand:1000'

const values: ReadonlyMap<string, number> = new Map(
  [ones, teens, tens, large].flatMap((list) =>
    list.split(' ').flatMap((entry) => {
      const [words = '', value] = entry.split(':')
      return words.split('|').map((word): [string, number] => [word, Number(value)])
    }),
  ),
)
const anyWord = [...values.keys()].toSorted((one, other) => other.length - one.length).join('|')
/** "Sextio" is also "sex" and "tio": in a lookahead it is read in one way, and a long row of them takes no longer. */
const wordOfGroup = (group: number) => `(?=(${anyWord}))\\${group}`
const number = `(?<![\\p{L}\\p{N}])(${wordOfGroup(2)}(?:(?:[ -]|[ ](?:and|och)[ ])?${wordOfGroup(3)})*)`
/** What is counted or measured. Cores are counted elsewhere, because "quad" is a number of them as well. */
const counted =
  'watts?|volts?|amp(?:ere)?s?|(?:centi|milli)?met(?:er|re)s?|lit(?:er|re)s?|gram(?:me)?s?|gigs?|(?:giga|tera)bytes?|' +
  'megahertz|tum|inch(?:es)?|wh?|v|gb|tb|mm|cm|m(?!\\.\\d|-[ai]tx)|packs?|ports?|portar|pins?|stift|kr|kronor|euros?'
const beforeUnit = new RegExp(`${number}[ -](?=(?:${counted})(?![\\p{L}\\p{N}]))`, 'giu')
/** "two times 16" */
const beforeTimes = new RegExp(`${number} (?:gånger|ganger|times|x) (?=\\d)`, 'giu')
/** What has a number in its name: "ddr five", "cat six". */
const behindName = new RegExp(`(?<![\\p{L}\\p{N}])(ddr|ps|cat|wifi|ryzen) ?(${anyWord})(?![\\p{L}\\p{N}])`, 'giu')
/** "ddr 5" and "ps 5" are one word. */
const apart = /(?<=(?<![\p{L}\p{N}])(?:ddr|ps)) (?=\d(?![\p{L}\p{N}]))/giu
const said = new RegExp(anyWord, 'iu')

/**
 * Writes numbers in words with digits, where they count or measure something: "sixty five watt" as "65 watt", "two
 * times sixteen gigabytes" as "2x16 gigabytes". Other words stay: "one" may be a name.
 */
export function withSpokenNumbers(text: string): string {
  if (!said.test(text)) return text.replace(apart, '')
  return text
    .replace(behindName, (all, name: string, word: string) => (isOne(word) ? all : `${name} ${valueOf(word) ?? word}`))
    .replace(apart, '')
    .replace(beforeUnit, (all, words: string) => withValue(all, words, ' '))
    .replace(beforeTimes, (all, words: string) => (isOne(words) ? all : withValue(all, words, 'x')))
}

/** "En" and "one" are articles, or mean a thing, more often than they count: "ett x 570 moderkort". */
const isOne = (word: string): boolean => values.get(word.toLowerCase()) === 1

function withValue(all: string, words: string, end: string): string {
  // "ett åtta hundra femtio watts nätaggregat" begins with an article.
  const value = valueOf(words) ?? valueOf(words.replace(/^(?:en|ett|one) /iu, ''))
  return value === undefined ? all : `${value}${end}`
}

/** The value of a number in words; undefined where they are several numbers, such as "four five". */
function valueOf(words: string): number | undefined {
  let [sum, part, least] = [0, 0, Infinity]
  for (const [word] of words.toLowerCase().matchAll(new RegExp(anyWord, 'giu'))) {
    const value = values.get(word) ?? 0
    if (value >= 100) {
      part = Math.max(part, 1) * value
      if (value === 1000) [sum, part] = [sum + part, 0]
      least = value
      continue
    }
    // Behind "sixty" follows a number below ten, and nothing behind that but "hundred".
    if (least <= 10 || (least < 20 && value > 0) || value >= least) return undefined
    part += value
    least = value < 20 ? 1 : value
  }
  return sum + part
}
