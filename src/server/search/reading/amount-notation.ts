import { withSpokenNumbers } from './spoken-numbers.ts'

const [before, after] = ['(?<![\\p{L}\\p{N}.,])', '(?![\\p{L}\\p{N}])']
const units = 'wh?|m?ah?|kv|v|[kmg]?hz|[kmgt]b|mm|cm|m|tum|inch|rpm|dpi|db|l'
/** "4 m.2" are no metres. */
const amount = new RegExp(`(?<![\\d.,])(\\d{1,6})\\s+(${units})(?![\\p{L}\\p{N}]|\\.\\d)`, 'giu')
const thousands = new RegExp(
  `(?<![\\p{L}\\d])(\\d{1,2})[ \\u00a0\\u202f](\\d{3})(?=\\s?(?:${units})(?![\\p{L}\\p{N}]))`,
  'giu',
)
const several = new RegExp(`${before}(\\d{1,2})\\s*[x×]\\s*(\\d{1,6}(?:${units}))${after}`, 'giu')
/** The two diameters of a plug: "5.5x2.5", "7.4 x 5.0 mm". */
const diameters = /(?<![\d.,])(\d{1,2}[.,]\d)\s?[x×*/]\s?(\d[.,]\d)(?:\s?mm(?!\p{L}))?(?![\d.,])/giu
/** "2x16" beside memory is gigabytes. */
const modules = /(?<![\p{L}\p{N}.,])(\d)\s*[x×]\s*(4|8|16|24|32|48|64)(?![\p{L}\p{N}]|[.,]\d)/giu
const memory = /(?<!\p{L})(?:ddr\d?|ram|so-?dimm|dimm|\p{L}*minne\p{L}*|memory)(?!\p{L})/iu
/** Units by their names: "2 meter" and "2 metres" are 2 m. */
const unitNames: readonly (readonly [RegExp, string])[] = [
  [unitPattern('watts?'), 'w'],
  [unitPattern('volts?'), 'v'],
  [unitPattern('amps?|ampere|amperes'), 'a'],
  [unitPattern('met(?:er|re)s?'), 'm'],
  [unitPattern('centimet(?:er|re)s?'), 'cm'],
  [unitPattern('millimet(?:er|re)s?'), 'mm'],
  [unitPattern('lit(?:er|re)s?'), 'l'],
  [unitPattern('gram(?:me)?s?'), 'g'],
  [unitPattern('gigs?|gigabytes?'), 'gb'],
  [unitPattern('terabytes?'), 'tb'],
  [unitPattern('megahertz'), 'mhz'],
  [/(?<![\d.,])(\d)\s?kw(?![\p{L}\p{N}])/giu, '000w'],
]
/** Numbers of cores in one word, or of a few things in words: "eight core", "quad-core", "sexk\u00e4rnig". */
const spokenCounts: readonly (readonly [RegExp, string])[] = [
  ['two|dual|tv[\u00e5a]|dubbel', '2'],
  ['three|tre', '3'],
  ['four|quad|fyra?', '4'],
  ['six|hexa|sex', '6'],
  ['eight|octa|[\u00e5a]tta', '8'],
  ['ten|deca|tio', '10'],
  ['twelve|tolv', '12'],
  ['sixteen|sexton', '16'],
].map(([words, count = '']) => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})[ -]?(?=cores?(?!\\p{L})|k[\u00e4a]rn)`, 'giu'),
  `${count} `,
])
/** "6-k\u00e4rnig" has 6 "k\u00e4rnor". */
const manyCored = /(?<!\p{L})(\d{1,3}) ?-?k[\u00e4a]rnig(?:a|t)?(?!\p{L})/giu
const manyCores = /(?<![\p{L}\d])(\d{1,3})-cores?(?!\p{L})/giu
/** One amount, or several of the same. */
const oneAmount = new RegExp(`^(?:\\d{1,6}(?:x\\d{1,6})?(?:${units})|\\d{1,3}k?g)\\+?$`, 'i')
const inches = /(\d)\s?(?:"|''|″|”)/g
/** What has versions with decimals. */
const versioned = 'usb|hdmi|pcie?|pci-e|bluetooth|bt|displayport|dp|wi-?fi|gen'
/** "2.5 in" is a size; "2 in 1", "bluetooth 5.3 in-ear" and "usb 3.0 in black" are none. */
const decimalInches = new RegExp(
  `(?<!(?:${versioned}) ?\\d?)(\\d[.,]\\d)\\s?in(?:ch(?:es)?)?(?![\\p{L}\\p{N}]|-\\p{L})`,
  'giu',
)
/** "14,0 tum" is 14. */
const zeroDecimals =
  /(?<![\d.,]|[x×*/]\s?)(\d{1,3})[.,]0(?=\s?(?:tum|inch(?:es)?|"|″|”|mm|cm|wh?|v)(?![\p{L}\p{N}]))/giu
const gigabytesPerTerabyte = [1_000, 1_024]

/**
 * Writes amounts in one way: `1 000 GB` as `1000GB`, `65 watt` as `65w`, `15.6"` as `15.6 tum`, `2 x 8 GB` as `2x8GB`.
 */
export function withPlainAmounts(text: string): string {
  const counted = spokenCounts.reduce((plain, [name, count]) => plain.replace(name, count), withSpokenNumbers(text))
  return unitNames
    .reduce((plain, [name, unit]) => plain.replace(name, `$1${unit}`), counted)
    .replace(manyCored, '$1 k\u00e4rnor')
    .replace(manyCores, '$1 core')
    .replace(thousands, '$1$2')
    .replace(zeroDecimals, '$1')
    .replace(decimalInches, '$1 tum')
    .replace(inches, '$1 tum ')
    .replace(amount, '$1$2')
    .replace(several, '$1x$2')
    .replace(diameters, '$1 $2')
    .replace(modules, (kit, count: string, size: string) => (memory.test(text) ? `${count}x${size}gb` : kit))
}

/** Whether a word is an amount, as `withPlainAmounts` writes it: "65w", "16gb+", and no model such as "4070ti". */
export const isAmount = (word: string): boolean => oneAmount.test(word)

/** How an amount of a query may be written in a name as words: `2x16gb` as `2 16 gb`, without its sign. */
export function amountsApart(word: string): string[] {
  const [, count, number = '', unit = ''] = /^(?:(\d{1,2})x)?(\d{1,6})([a-z]{1,4})$/.exec(word) ?? []
  if (unit === '') return []
  const ways = [`${number} ${unit}`, `${number}${unit}`]
  return count === undefined ? ways.slice(0, 1) : ways.flatMap((way) => [`${count} ${way}`, `${count} x ${way}`])
}

/**
 * The same amount in other units, as one word: `1tb` is also `1000gb` and `1024gb`, `14tum` also `14inch`. Memory of
 * `6000mhz` is sold as 6000 MT/s, and a fan of `12cm` as one of 120 mm.
 */
export function sameAmounts(word: string): string[] {
  const [, count = '', unit = ''] = /^(\d{1,6})(tb|gb|tum|inch|mhz|cm)$/.exec(word) ?? []
  const number = Number(count)
  if (unit === 'cm') return [`${number * 10}mm`]
  if (unit === 'mhz') return [count]
  if (unit === 'tb') return gigabytesPerTerabyte.map((many) => `${number * many}gb`)
  if (unit === 'gb')
    return gigabytesPerTerabyte.filter((many) => number % many === 0).map((many) => `${number / many}tb`)
  return unit === '' ? [] : [`${number}${unit === 'tum' ? 'inch' : 'tum'}`]
}

function unitPattern(unit: string): RegExp {
  return new RegExp(`(\\d)\\s?(?:${unit})(?![\\p{L}\\p{N}])`, 'giu')
}
