/**
 * Why an order waits for a person: it names an organization with an account, and nobody of that organization was signed
 * in.
 */
export const orderHolds = ['known_organization'] as const
export type OrderHold = (typeof orderHolds)[number]

/** The words by which the law calls companies; they tell nobody apart. */
const legalForms = new Set([
  'ab',
  'aktiebolag',
  'aktiebolaget',
  'publ',
  'hb',
  'kb',
  'handelsbolag',
  'kommanditbolag',
  'oy',
  'oyj',
  'as',
  'asa',
  'aps',
  'gmbh',
  'ag',
  'kg',
  'ug',
  'ltd',
  'limited',
  'plc',
  'llc',
  'inc',
  'bv',
  'nv',
  'sa',
  'sas',
  'sarl',
  'srl',
  'spa',
  'sl',
  'co',
  'company',
  'the',
  'i',
  'sverige',
  'sweden',
])

/** A company's name without case, accents, punctuation and legal form; '' when nothing is left. */
export function plainCompanyName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^(?:c\/o|att[n.]*:?)\s/u, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '' && !legalForms.has(word)).join('')
}

/**
 * A registration or VAT number without case, punctuation and country, so that SE556677889901, 556677-8899 and
 * 16556677-8899 are one; undefined for what is too short to tell anybody apart.
 */
export function plainCompanyNumber(number: string): string | undefined {
  const bare = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  const [, vat] = /^SE(\d{10})\d{2}$/.exec(bare) ?? []
  const plain = vat ?? bare.replace(/^[A-Z]{2}(?=.*\d)/, '').replace(/^(?:16|19|20)(?=\d{10}$)/, '')
  return plain.length >= 5 ? plain : undefined
}

/** What a company is called and registered as; an order may name it in several places. */
export type CompanyIdentity = { names: readonly string[]; numbers: readonly (string | null)[] }

/** Tells whether a company is named: by its name, its registration number or its VAT number. */
export function companyNamed({ names, numbers }: CompanyIdentity): (known: CompanyIdentity) => boolean {
  const plainNames = new Set(names.map(plainCompanyName).filter((name) => name !== ''))
  const plainNumbers = new Set(numbers.flatMap((number) => plainCompanyNumber(number ?? '') ?? []))
  return (known) =>
    known.names.some((name) => plainNames.has(plainCompanyName(name))) ||
    (plainNumbers.size > 0 &&
      known.numbers.some((number) => number !== null && plainNumbers.has(plainCompanyNumber(number) ?? '')))
}
