/** A range with both ends in it; null where it is open. */
export type NumberRange = { from: number | null; to: number | null }

/** Between the two ends of a range in an address: `10..50`, `10..`, `..50`. */
const between = '..'
const numberPattern = /^-?\d{1,12}(\.\d{1,6})?$/

/** Reads a range of an address; undefined for other texts. A range that is upside down is turned. */
export function readRange(text: string): NumberRange | undefined {
  const at = text.indexOf(between)
  if (at < 0) return undefined
  return rangeOf(text.slice(0, at), text.slice(at + between.length))
}

/** Reads two number fields; either may be empty, and a comma is read as a decimal point. */
export function rangeOf(from: string, to: string): NumberRange | undefined {
  const [low, high] = [numberOf(from), numberOf(to)]
  if (low === undefined || high === undefined || (low === null && high === null)) return undefined
  return low !== null && high !== null && low > high ? { from: high, to: low } : { from: low, to: high }
}

export function writeRange({ from, to }: NumberRange): string {
  return `${from ?? ''}${between}${to ?? ''}`
}

/** Null for an empty text, undefined for one that is no number. */
function numberOf(text: string): number | null | undefined {
  const plain = text.replaceAll(/[\s\u00a0]/g, '').replace(',', '.')
  if (plain === '') return null
  return numberPattern.test(plain) ? Number(plain) : undefined
}
