/**
 * Why an order must not be packed. `known_organization`: it names an organization with an account, but the buyer was
 * not signed in as a member. `unpaid_difference`: it was changed, and what it costs more is not paid yet. `by_hand`:
 * somebody put it on hold and said why.
 */
const orderHolds = ['known_organization', 'unpaid_difference', 'by_hand'] as const
export type OrderHold = (typeof orderHolds)[number]

/** Legal forms of companies; ignored when names are compared. */
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

/** Normalizes a company name: no case, accents, punctuation or legal form; '' when nothing is left. */
function plainCompanyName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^(?:c\/o|att[n.]*:?)\s/u, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '' && !legalForms.has(word)).join('')
}

/**
 * Normalizes a registration or VAT number: SE556677889901, 556677-8899 and 16556677-8899 become equal. Undefined when
 * it is too short to identify a company.
 */
function plainCompanyNumber(number: string): string | undefined {
  const bare = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  const [, vat] = /^SE(\d{10})\d{2}$/.exec(bare) ?? []
  const plain = vat ?? bare.replace(/^[A-Z]{2}(?=.*\d)/, '').replace(/^(?:16|19|20)(?=\d{10}$)/, '')
  return plain.length >= 5 ? plain : undefined
}

/** The names and numbers of a company; an order may state them in several fields. */
export type CompanyIdentity = { names: readonly string[]; numbers: readonly (string | null)[] }

/** Returns a predicate that matches companies by name, registration number or VAT number. */
export function companyNamed({ names, numbers }: CompanyIdentity): (known: CompanyIdentity) => boolean {
  const plainNames = new Set(names.map(plainCompanyName).filter((name) => name !== ''))
  const plainNumbers = new Set(numbers.flatMap((number) => plainCompanyNumber(number ?? '') ?? []))
  return (known) =>
    known.names.some((name) => plainNames.has(plainCompanyName(name))) ||
    (plainNumbers.size > 0 &&
      known.numbers.some((number) => number !== null && plainNumbers.has(plainCompanyNumber(number) ?? '')))
}
