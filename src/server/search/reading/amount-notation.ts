const [before, after] = ['(?<![\\p{L}\\p{N}.,])', '(?![\\p{L}\\p{N}])']
const units = 'wh?|m?ah?|kv|v|[kmg]?hz|[kmgt]b|mm|cm|m|tum|inch|rpm'
const amount = new RegExp(`(?<![\\d.,])(\\d{1,6})\\s+(${units})(?![\\p{L}\\p{N}])`, 'giu')
const thousands = new RegExp(
  `(?<![\\p{L}\\d])(\\d{1,2})[ \\u00a0\\u202f](\\d{3})(?=\\s?(?:${units})(?![\\p{L}\\p{N}]))`,
  'giu',
)
const several = new RegExp(`${before}(\\d{1,2})\\s*[x×]\\s*(\\d{1,6}(?:${units}))${after}`, 'giu')
/** Units by their names: "2 meter" and "2 metres" are 2 m. */
const unitNames: readonly (readonly [RegExp, string])[] = [
  [unitPattern('watts?'), 'w'],
  [unitPattern('volts?'), 'v'],
  [unitPattern('amps?|ampere|amperes'), 'a'],
  [unitPattern('met(?:er|re)s?'), 'm'],
  [unitPattern('centimet(?:er|re)s?'), 'cm'],
  [unitPattern('millimet(?:er|re)s?'), 'mm'],
  [unitPattern('gigs?|gigabytes?'), 'gb'],
  [unitPattern('terabytes?'), 'tb'],
  [unitPattern('megahertz'), 'mhz'],
  [/(?<![\d.,])(\d)\s?kw(?![\p{L}\p{N}])/giu, '000w'],
]
const inches = /(\d)\s?(?:"|''|″|”)/g
const gigabytesPerTerabyte = [1_000, 1_024]

/**
 * Writes amounts in one way: `1 000 GB` as `1000GB`, `65 watt` as `65w`, `15.6"` as `15.6 tum`, `2 x 8 GB` as `2x8GB`.
 */
export function withPlainAmounts(text: string): string {
  return unitNames
    .reduce((plain, [name, unit]) => plain.replace(name, `$1${unit}`), text)
    .replace(thousands, '$1$2')
    .replace(inches, '$1 tum ')
    .replace(amount, '$1$2')
    .replace(several, '$1x$2')
}

/** How an amount of a query may be written in a name as words: `2x16gb` as `2 16 gb`, without its sign. */
export function amountsApart(word: string): string[] {
  const [, count, number = '', unit = ''] = /^(?:(\d{1,2})x)?(\d{1,6})([a-z]{1,4})$/.exec(word) ?? []
  if (unit === '') return []
  const ways = [`${number} ${unit}`, `${number}${unit}`]
  return count === undefined ? ways.slice(0, 1) : ways.flatMap((way) => [`${count} ${way}`, `${count} x ${way}`])
}

/**
 * The same amount in other units, as one word: `1tb` is also `1000gb` and `1024gb`, `14tum` also `14inch`. Memory of
 * `6000mhz` is sold as 6000 MT/s.
 */
export function sameAmounts(word: string): string[] {
  const [, count = '', unit = ''] = /^(\d{1,6})(tb|gb|tum|inch|mhz)$/.exec(word) ?? []
  const number = Number(count)
  if (unit === 'mhz') return [count]
  if (unit === 'tb') return gigabytesPerTerabyte.map((many) => `${number * many}gb`)
  if (unit === 'gb')
    return gigabytesPerTerabyte.filter((many) => number % many === 0).map((many) => `${number / many}tb`)
  return unit === '' ? [] : [`${number}${unit === 'tum' ? 'inch' : 'tum'}`]
}

function unitPattern(unit: string): RegExp {
  return new RegExp(`(\\d)\\s?(?:${unit})(?![\\p{L}\\p{N}])`, 'giu')
}
