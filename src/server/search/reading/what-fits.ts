/**
 * What a text says a part is for, where parts themselves say it in other words: memory is for a board with a chipset,
 * and is sold as DDR4 or DDR5. Chipsets, processors and sockets are those of AMD and Intel; the watts are what the
 * makers of graphics chips recommend for a whole computer. Processors of laptops are left out: they are soldered, and
 * their memory differs.
 */
type Means = { [kind in Kind]?: string | undefined }
type Kind = 'memory' | 'board' | 'power'
type Fitting = { thing: RegExp; means: (found: RegExpExecArray) => Means }

const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu')

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['power', word('n[äa]tagg(?:regat(?:et)?)?|n[äa]tdel|psu|power supply unit|power supply|power supplies')],
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
/** What stands behind the number of a chipset in the name of a board: "B650E-F", "B550M-A". */
const restOfBoard = '[emi]?(?:-[\\p{L}\\p{N}]+)*'
const ryzen = '(?:amd )?ryzen ?[3579]?[ -]?'
const ryzenEnd = '(?:x3d|xt|x|ge|gt|g|f|e|af)?'
const core = '(?:intel )?(?:core )?i[3579][ -]?'
const coreEnd = '(?:kf|ks|k|f|t|s|p)?'
/** Processors of desktops by their sockets, without those of the same years for LGA2011 and LGA2066. */
const processors: readonly (readonly [string, string])[] = [
  ['am4', `${ryzen}[1-5]\\d{3}${ryzenEnd}|[1-5]\\d{3}x3d`],
  ['am5', `${ryzen}[789]\\d{3}${ryzenEnd}|[79]\\d{3}x3d`],
  ['lga1155', `${core}(?!3820|39)[23]\\d{3}${coreEnd}`],
  ['lga1150', `${core}(?!4820|49[36]0)4\\d{3}${coreEnd}`],
  ['lga1151', `${core}(?!6[89])[6-9]\\d{3}${coreEnd}`],
  ['lga1200', `${core}1[01]\\d{3}${coreEnd}`],
  ['lga1700', `${core}1[234]\\d{3}${coreEnd}`],
  ['lga1851', `(?:intel )?(?:core )?ultra [3579][ -]?2\\d{2}${coreEnd}`],
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
  '(?<purpose>(?:som passar|passar|till|för|for|to|that fits|compatible with)\\s+)?(?:(?:ett|en|an?|my|min|mitt)\\s+)?'
/** A model is not the beginning of another one: "4070" of "4070 Ti". */
const noMore = '(?!\\s*(?:ti|super|xtx?)(?![\\p{L}\\p{N}]))'
const numberAlone = /^\d+$/

function fitting(thing: string, means: Fitting['means']): Fitting {
  return { thing: word(`${purpose}(?<thing>${thing})`), means }
}

const fittings: readonly Fitting[] = [
  ...chipsets.map(([socket, names]) => fitting(`(?:${names})${restOfBoard}`, () => ({ memory: memoryOf[socket] }))),
  ...processors.map(([socket, names]) => fitting(names, () => ({ board: socket, memory: memoryOf[socket] }))),
  fitting('am[45]|lga ?(?:1150|1151|1155|1200|1851)', ({ groups: { thing = '' } = {} }) => ({
    memory: memoryOf[thing.toLowerCase().replace(' ', '')],
  })),
  ...watts.map(([least, chips]) =>
    fitting(`(?:nvidia )?(?:geforce )?(?:radeon )?(?:${chips})${noMore}`, () => ({ power: `${least}w+` })),
  ),
]

/**
 * Returns a text with what parts say in place of what they are for: "ram till b650" as "ram ddr5", "psu for rtx 4070"
 * as "psu 650w+"; `thing` is what they are for. Undefined where nothing is known of it, or where it names things with
 * different needs.
 */
export function textThatFits(text: string): { text: string; thing: string } | undefined {
  const [kind, named] = kinds.find(([, pattern]) => pattern.test(text)) ?? []
  if (kind === undefined || named === undefined) return undefined
  const all = fittings.flatMap(({ thing, means }) => {
    const found = thing.exec(text)
    const meant = found === null ? undefined : means(found)[kind]
    return found && meant !== undefined && isMeant(text, found, named) ? { found, meant } : []
  })
  const [first] = all
  if (first === undefined || all.some(({ meant }) => meant !== first.meant)) return undefined
  const { found, meant } = first
  return { text: text.replace(found[0], meant).replaceAll(/\s+/g, ' ').trim(), thing: found.groups?.thing ?? '' }
}

/**
 * Computers are called by the numbers of graphics chips, too: a number without "RTX" is a chip behind "for", at the
 * end, or where nothing else is said: "psu for 4090", but not in "psu dell optiplex 3050".
 */
function isMeant(text: string, found: RegExpExecArray, kind: RegExp): boolean {
  const { thing = '', purpose: isFor } = found.groups ?? {}
  if (!numberAlone.test(thing)) return true
  const others = text.replace(found[0], ' ').replace(kind, ' ').trim()
  return others === '' || (isFor !== undefined && text.trimEnd().endsWith(found[0]))
}

/**
 * Tells whether a list has what fits a thing that its address names: an address may say anything. `words`: those that
 * were searched for; `least`: the lowest numbers that are listed.
 */
export function isFitting(thing: string, words: readonly string[], least: readonly number[]): boolean {
  const needs = fittings.flatMap(({ thing: pattern, means }) => {
    const found = pattern.exec(thing)
    return found?.[0] === thing ? Object.values(means(found)) : []
  })
  return needs.some(
    (need) => need !== undefined && (words.includes(need) || least.some((each) => need === `${each}w+`)),
  )
}
