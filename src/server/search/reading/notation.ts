const units = 'wh?|m?ah?|kv|v|[kmg]?hz|[kmgt]b|mm|cm|m|tum|inch|rpm'
const amount = new RegExp(`(?<![\\d.,])(\\d{1,6})\\s+(${units})(?![\\p{L}\\p{N}])`, 'giu')
const thousands = new RegExp(`(?<!\\d)(\\d{1,3})[ \\u00a0\\u202f](\\d{3})(?=\\s?(?:${units})(?![\\p{L}\\p{N}]))`, 'giu')
const inches = /(\d)\s?(?:"|''|″|”)/g
const gigabytesPerTerabyte = [1_000, 1_024]

/** Writes amounts in one way: `1 000 GB` as `1000GB`, `65 w` as `65w`, `15.6"` as `15.6 tum`. */
export function withPlainAmounts(text: string): string {
  return text.replace(thousands, '$1$2').replace(inches, '$1 tum ').replace(amount, '$1$2')
}

/** The same amount in other units, as one word: `1tb` is also `1000gb` and `1024gb`, `14tum` also `14inch`. */
export function sameAmounts(word: string): string[] {
  const [, count = '', unit = ''] = /^(\d{1,6})(tb|gb|tum|inch)$/.exec(word) ?? []
  const number = Number(count)
  if (unit === 'tb') return gigabytesPerTerabyte.map((many) => `${number * many}gb`)
  if (unit === 'gb')
    return gigabytesPerTerabyte.filter((many) => number % many === 0).map((many) => `${number / many}tb`)
  return unit === '' ? [] : [`${number}${unit === 'tum' ? 'inch' : 'tum'}`]
}
