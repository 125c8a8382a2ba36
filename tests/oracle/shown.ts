/** Parses a displayed amount to minor units: Swedish "−1 234,50 kr", English "-SEK 1,234.50". */
export function readAmount(text: string, language: string): bigint {
  const [comma, group] = language === 'sv' ? [',', /[\s.]/g] : ['.', /,/g]
  const bare = text.replace(group, '').replace(/\u2212/g, '-')
  const digits = bare.replace(/[^\d.,]/g, '')
  const [whole = '', part = ''] = digits.split(comma)
  if (!/^\d+$/.test(whole) || !/^(\d\d)?$/.test(part)) throw new Error(`"${text}" is no amount`)
  const value = BigInt(whole) * 100n + BigInt(part || '0')
  return bare.includes('-') ? -value : value
}
