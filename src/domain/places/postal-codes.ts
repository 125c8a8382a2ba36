/** A country's postal code format: a linear-time pattern for normalized input, and an example for the form. */
export type PostalCodeRule = { pattern: RegExp; example: string }

/** The inward part of British codes; it never contains C, I, K, M, O or V. */
const inward = '[0-9][ABD-HJLNP-UW-Z]{2}'
const outward = '[A-PR-UWYZ](?:[0-9]{1,2}|[A-HK-Y][0-9]{1,2}|[0-9][A-HJKPSTUW]|[A-HK-Y][0-9][ABEHMNPRVWXY])'
const gb = `GIR 0AA|${outward} ?${inward}`

function rule(pattern: string, example: string): PostalCodeRule {
  return { pattern: new RegExp(`^(?:${pattern})$`), example }
}

const digits = (count: number, example: string): PostalCodeRule => rule(`[0-9]{${count}}`, example)

/** The table of spec section 5. It only names GG, GI and JE; their patterns are those of the postal services. */
export const postalCodes: Readonly<Record<string, PostalCodeRule>> = {
  AE: digits(5, '00000'),
  AU: digits(4, '2000'),
  AT: digits(4, '1010'),
  BA: digits(5, '71000'),
  BE: digits(4, '1000'),
  BG: digits(4, '1000'),
  CA: rule('[A-Z][0-9][A-Z] [0-9][A-Z][0-9]', 'K1A 0B1'),
  CHE: digits(4, '8001'),
  CN: digits(6, '100000'),
  CY: digits(4, '1010'),
  CZ: rule('[0-9]{3} ?[0-9]{2}', '110 00'),
  DE: digits(5, '10115'),
  DK: digits(4, '1050'),
  EE: digits(5, '10111'),
  EG: digits(5, '11511'),
  ES: digits(5, '28001'),
  FI: digits(5, '00100'),
  FR: digits(5, '75001'),
  GB: rule(gb, 'SW1A 1AA'),
  GG: rule(`GY[0-9]{1,2} ?${inward}`, 'GY1 1AA'),
  GI: rule('GX11 ?1AA', 'GX11 1AA'),
  JE: rule(`JE[0-9]{1,2} ?${inward}`, 'JE2 3AA'),
  GP: rule('971[0-9]{2}', '97110'),
  GR: rule('[0-9]{3} ?[0-9]{2}', '105 57'),
  HR: digits(5, '10000'),
  HU: digits(4, '1051'),
  IE: rule('(?:D6W|[AC-FHKNPRTV-Y][0-9]{2}) ?[0-9AC-FHKNPRTV-Y]{4}', 'D02 X285'),
  IL: rule('[0-9]{5}(?:[0-9]{2})?', '9414101'),
  IS: digits(3, '101'),
  IT: digits(5, '00118'),
  KR: digits(5, '03051'),
  JO: digits(5, '11118'),
  JP: rule('[0-9]{3}-[0-9]{4}', '100-0001'),
  LI: digits(4, '9490'),
  LT: rule('(?:LT-)?[0-9]{5}', 'LT-01100'),
  LU: digits(4, '1111'),
  LV: rule('LV-[0-9]{4}', 'LV-1010'),
  MC: rule('980[0-9]{2}', '98000'),
  MD: rule('(?:MD-)?[0-9]+', 'MD-2001'),
  MK: digits(4, '1000'),
  MQ: rule('972[0-9]{2}', '97200'),
  MT: rule('[A-Z]{3} ?[0-9]{4}', 'VLT 1117'),
  NL: rule('[0-9]{4} ?[A-Z]{2}', '1012 AB'),
  NO: digits(4, '0151'),
  NZ: digits(4, '6011'),
  PL: rule('[0-9]{2}-[0-9]{3}', '00-001'),
  PT: rule('[0-9]{4}-[0-9]{3}', '1000-001'),
  RE: rule('974[0-9]{2}', '97400'),
  RO: digits(6, '010011'),
  SE: rule('[0-9]{3} ?[0-9]{2}', '111 22'),
  SK: rule('[0-9]{3} ?[0-9]{2}', '811 01'),
  SI: digits(4, '1000'),
  TH: digits(5, '10110'),
  TR: digits(5, '06000'),
  TW: rule('[0-9]{3,5}', '100'),
  US: rule('[0-9]{5}(?:-[0-9]{4})?', '10001'),
  ZA: digits(4, '0001'),
  BL: rule('97133', '97133'),
}

/** The table's key of an ISO country code; the table lists Switzerland as CHE. */
function tableKey(country: string): string {
  return country === 'CH' ? 'CHE' : country
}

export function postalCodeRule(country: string): PostalCodeRule | undefined {
  const key = tableKey(country)
  return Object.hasOwn(postalCodes, key) ? postalCodes[key] : undefined
}

/** Normalizes a postal code for comparison: upper case, ASCII digits and hyphens, single spaces. */
export function normalizePostalCode(text: string): string {
  const plain = text.normalize('NFKC').toUpperCase().normalize('NFKC')
  return plain
    .replace(/[\u2010-\u2015\u2212\u30fc]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Writes a typed code with the prefix, spaces and hyphens of the country's format, so that one code has one form:
 * "1010" becomes "LV-1010" in Latvia, "K1A0B1" becomes "K1A 0B1" in Canada, "11122" and "SE-111 22" become "111 22" in
 * Sweden.
 * Codes that cannot be completed are returned unchanged.
 */
export function completePostalCode(country: string, text: string): string {
  const found = postalCodeRule(country)
  const value = normalizePostalCode(text)
  if (!found) return text
  if (found.pattern.test(value)) return inOneForm(value, found, country)
  const signs = value.replace(/[^A-Z0-9]/g, '')
  const own = signs.startsWith(country) ? signs.slice(country.length) : signs
  const candidates = [own, signs, country + own].flatMap((each) => [each, likeExample(each, found.example)])
  const valid = candidates.find((each) => found.pattern.test(each))
  return valid === undefined ? text : inOneForm(valid, found, country)
}

/**
 * A valid code as the example writes one of so many letters and digits: some countries' codes have several lengths. A
 * prefix that may be left out (Lithuania, Moldova) is written.
 */
function inOneForm(value: string, { pattern, example }: PostalCodeRule, country: string): string {
  const prefix = `${country}-`
  if (example.startsWith(prefix)) return value.startsWith(prefix) ? value : `${prefix}${value}`
  const [signs, ofExample] = [value, example].map((each) => each.replace(/[^A-Z0-9]/g, ''))
  const written = likeExample(signs ?? '', example)
  return signs?.length === ofExample?.length && pattern.test(written) ? written : value
}

/** Inserts the spaces and hyphens of an example between the given letters and digits. */
function likeExample(signs: string, example: string): string {
  const rest = [...signs]
  const written = Array.from(example, (sign) => (/[A-Z0-9]/.test(sign) ? (rest.shift() ?? '') : sign)).join('')
  return written + rest.join('')
}

/** Tells whether a postal code is valid for its country; countries without a rule accept 2 to 10 characters. */
export function isPostalCode(country: string, text: string): boolean {
  const value = normalizePostalCode(text)
  const found = postalCodeRule(country)
  return found ? found.pattern.test(value) : /^[A-Z0-9][A-Z0-9 -]{1,9}$/.test(value)
}
