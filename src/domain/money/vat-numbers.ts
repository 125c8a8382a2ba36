/** A VAT number in VIES form: the prefix of the member state (EL for Greece), and the rest. */
export type VatNumber = { prefix: string; digits: string; country: string }

/**
 * The result of checking a buyer's VAT number. `kept`: the number changes nothing; `confirmed`: valid, with the
 * consultation number as proof; `refused`: not valid; `unavailable`: the check could not be made. VAT is charged for
 * the last two.
 */
export type VatCheckResult =
  | { state: 'none'; number: null }
  | { state: 'kept' | 'refused' | 'unavailable'; number: string }
  | { state: 'confirmed'; number: string; consultation: string }

export const noVatNumber: VatCheckResult = { state: 'none', number: null }

/** Formats after the prefix, as described by VIES; no pattern can backtrack. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/**
 * Check digits, where their algorithm is public and has no exceptions; elsewhere only the pattern is checked here, and
 * VIES decides.
 */
const checks: Readonly<Record<string, (digits: string) => boolean>> = {
  AT: (digits) => (luhnSum(digits.slice(1, 8)) + Number(digits.slice(8)) + 4) % 10 === 0,
  BE: (digits) => 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8)),
  DE: isMod11And10,
  DK: (digits) => weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EL: (digits) => (weighted(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(digits.slice(8)),
  FI: (digits) => weighted(digits, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  FR: (digits) => !/^\d{11}$/.test(digits) || Number(`${digits.slice(2)}12`) % 97 === Number(digits.slice(0, 2)),
  HR: isMod11And10,
  IT: (digits) => luhnSum(digits) % 10 === 0,
  NL: (digits) => isDutch(digits),
  PL: (digits) => weighted(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(digits.slice(9)),
  PT: (digits) => ((11 - (weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(digits.slice(8)),
  SE: (digits) => luhnSum(digits.slice(0, 10)) % 10 === 0,
}

/** Normalizes a VAT number: upper case, without spaces, dots and hyphens, and EL for Greece. */
function normalizeVatNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-\u2010-\u2015]/g, '')
    .replace(/^GR(?=\d{9}$)/, 'EL')
}

/** Parses an EU VAT number in any common notation; undefined when it is invalid. */
export function readVatNumber(text: string): VatNumber | undefined {
  if (text.length > 40) return undefined
  const [prefix, digits] = [normalizeVatNumber(text).slice(0, 2), normalizeVatNumber(text).slice(2)]
  const pattern = Object.hasOwn(patterns, prefix) ? patterns[prefix] : undefined
  if (!pattern?.test(digits) || checks[prefix]?.(digits) === false) return undefined
  return { prefix, digits, country: prefix === 'EL' ? 'GR' : prefix }
}

/** A VAT number with the prefix of its country: `SE556016068001`. */
export function formatVatNumber({ prefix, digits }: VatNumber): string {
  return prefix + digits
}

/** The sum of Luhn's algorithm; valid numbers give a multiple of ten. */
export function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
}

/** The sum of the digits, each times its weight. */
export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits.charAt(at)), 0)
}

/** ISO 7064 MOD 11,10; the last digit is the check digit. */
function isMod11And10(digits: string): boolean {
  const body = digits.slice(0, -1)
  const product = [...body].reduce((last, digit) => (((last + Number(digit)) % 10 || 10) * 2) % 11, 10)
  return (product + Number(digits.slice(-1))) % 10 === 1
}

/**
 * Older numbers are based on a company number whose last digit is its check digit; those of sole traders use MOD 97-10
 * (N is 23, L is 21, B is 11).
 */
function isDutch(digits: string): boolean {
  const company = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0
  return company || BigInt(`2321${digits.replace('B', '11')}`) % 97n === 1n
}
