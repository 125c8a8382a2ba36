/**
 * What a text says a part is for, where parts themselves say it in other words: memory is for a board with a chipset,
 * and is sold as DDR4 or DDR5. Chipsets, processors and sockets are those of AMD and Intel; the watts are what the
 * makers of graphics chips recommend for a whole computer.
 */
type Means = { [kind in Kind]?: string }
type Kind = 'memory' | 'board' | 'power'
type Fitting = { thing: RegExp; means: (found: RegExpExecArray) => Means | undefined }

const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu')

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['power', word('n[äa]tagg(?:regat(?:et)?)?|n[äa]tdel|psu|power supply|power supplies|power supply unit')],
  ['board', word('moderkort(?:et)?|motherboards?|mainboards?|mobo')],
  ['memory', word('ram|ram[- ]?minnen?|ram[- ]?minnet|minnen?|minnet|arbetsminnen?|internminnen?|memory')],
]

/** The memory that boards with a socket take, where it is of one type. */
const memoryOf: Readonly<Record<string, string>> = {
  am4: 'ddr4',
  am5: 'ddr5',
  lga1150: 'ddr3',
  lga1151: 'ddr4',
  lga1155: 'ddr3',
  lga1200: 'ddr4',
  lga1851: 'ddr5',
}
const chipsets: readonly (readonly [string, string])[] = [
  ['am4', 'a320|b350|x370|b450|x470|a520|b550|x570'],
  ['am5', 'a620|b650|x670|b840|b850|x870'],
  ['lga1155', 'h61|b75|p67|z68|h77|z77'],
  ['lga1150', 'h81|b85|h87|z87|h97|z97'],
  ['lga1151', 'h110|b150|h170|z170|b250|h270|z270|h310|b360|b365|h370|z370|z390'],
  ['lga1200', 'h410|b460|h470|z490|h510|b560|h570|z590'],
  ['lga1851', 'h810|b860|z890'],
]
const processors: readonly (readonly [string, string])[] = [
  ['am4', '(?:amd )?(?:ryzen ?[3579]?[ -]?[1-5]\\d{3}[a-z]{0,2}\\d?[a-z]?|[1-5]\\d{3}x3d)'],
  ['am5', '(?:amd )?(?:ryzen ?[3579]?[ -]?[789]\\d{3}[a-z]{0,2}\\d?[a-z]?|[79]\\d{3}x3d)'],
  ['lga1155', '(?:intel )?(?:core )?i[357][ -]?[23]\\d{3}[a-z]?'],
  ['lga1150', '(?:intel )?(?:core )?i[357][ -]?4\\d{3}[a-z]?'],
  ['lga1151', '(?:intel )?(?:core )?i[3579][ -]?[6-9]\\d{3}[a-z]{0,2}'],
  ['lga1200', '(?:intel )?(?:core )?i[3579][ -]?1[01]\\d{3}[a-z]{0,2}'],
  ['lga1700', '(?:intel )?(?:core )?i[3579][ -]?1[234]\\d{3}[a-z]{0,2}'],
  ['lga1851', '(?:intel )?(?:core )?ultra [579][ -]?2\\d{2}[a-z]{0,2}'],
]
/** Watts, and the numbers of the graphics chips that need them. */
const watts: readonly (readonly [number, string])[] = [
  [450, '(?:rx ?)?(?:6600|9060 ?xt)'],
  [500, '(?:rx ?)?66[05]0 ?xt'],
  [550, '(?:rtx ?)?(?:3050|3060|4060(?: ?ti)?|5060)|(?:rx ?)?7600'],
  [600, '(?:rtx ?)?(?:3060 ?ti|5060 ?ti)|(?:rx ?)?7600 ?xt'],
  [650, '(?:rtx ?)?(?:3070|4070(?: ?super)?|5070)|(?:rx ?)?(?:6700 ?xt|6750 ?xt|6800|9070)'],
  [700, '(?:rtx ?)?4070 ?ti(?: ?super)?|(?:rx ?)?(?:7700 ?xt|7800 ?xt)'],
  [750, '(?:rtx ?)?(?:3070 ?ti|3080(?: ?ti)?|3090|4080(?: ?super)?|5070 ?ti)|(?:rx ?)?(?:6800 ?xt|7900 ?xt|9070 ?xt)'],
  [800, '(?:rx ?)?7900 ?xtx'],
  [850, '(?:rtx ?)?(?:3090 ?ti|4090|5080)|(?:rx ?)?(?:6900 ?xt|6950 ?xt)'],
  [1000, '(?:rtx ?)?5090'],
]

const purpose =
  '(?:(?:som passar|passar|till|för|for|to|that fits|compatible with)\\s+)?(?:(?:ett|en|an?|my|min|mitt)\\s+)?'
/** A model is not the beginning of another one: "4070" of "4070 Ti". */
const noMore = '(?!\\s*(?:ti|super|xtx?)(?![\\p{L}\\p{N}]))'

function fitting(thing: string, means: Fitting['means']): Fitting {
  return { thing: word(`${purpose}(?<thing>${thing})`), means }
}

const fittings: readonly Fitting[] = [
  ...chipsets.map(([socket, names]) =>
    fitting(`(?:${names})(?:[emi]|-[a-z])?`, () => ({ memory: memoryOf[socket] ?? '' })),
  ),
  ...processors.map(([socket, names]) => fitting(names, () => ({ board: socket, memory: memoryOf[socket] ?? '' }))),
  fitting('am[45]|lga ?(?:1150|1151|1155|1200|1851)', ({ groups: { thing = '' } = {} }) => ({
    memory: memoryOf[thing.toLowerCase().replace(' ', '')] ?? '',
  })),
  ...watts.map(([least, chips]) =>
    fitting(`(?:nvidia )?(?:geforce )?(?:radeon )?(?:${chips})${noMore}`, () => ({ power: `${least}w+` })),
  ),
]

/**
 * Returns a text with what parts say in place of what they are for: "ram till b650" as "ram ddr5", "psu for rtx 4070"
 * as "psu 650w+"; `thing` is what they are for. Undefined where nothing is known of it.
 */
export function textThatFits(text: string): { text: string; thing: string } | undefined {
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0]
  if (kind === undefined) return undefined
  for (const { thing, means } of fittings) {
    const found = thing.exec(text)
    const meant = found === null ? undefined : means(found)?.[kind]
    if (found && meant)
      return { text: text.replace(thing, meant).replaceAll(/\s+/g, ' ').trim(), thing: found.groups?.thing ?? '' }
  }
  return undefined
}
