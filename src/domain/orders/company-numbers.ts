import { luhnSum, readVatNumber, weighted } from '../money/vat-numbers.ts'
import type { HomeCountry } from '../places/home.ts'

/** The registration number of companies in a country, and the VAT number that belongs to it. */
type Numbers = {
  isCompanyNumber: (text: string) => boolean
  /** The VAT number of a company number, as it is proposed; undefined where numbers of companies have several forms. */
  vatNumberOf?: (digits: string) => string
  isVatNumber: (text: string) => boolean
}

const isOf = (prefix: string) => (text: string) => readVatNumber(text)?.prefix === prefix
const digitsOf = (text: string): string => text.replace(/[\s.-]/g, '')

/** Ten digits with a Luhn check digit (Skatteverket SKV 709). */
function isSwedishOrganizationNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '').replace(/^(?:16|19|20)(?=\d{10}$)/, '')
  if (!/^\d{10}$/.test(digits)) return false
  return luhnSum(digits) % 10 === 0
}

/**
 * Whether a company number is that of a person who trades alone: in Sweden their own personal number, whose third digit
 * is that of a month (SKV 709: those of legal persons have at least 2 there).
 */
export function isOfOnePerson(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '').replace(/^(?:19|20)(?=\d{10}$)/, '')
  return isSwedishOrganizationNumber(digits) && Number(digits[2]) < 2
}

/** Nine digits, the last one a check digit (Brønnøysundregistrene). */
function isNorwegian(digits: string): boolean {
  return /^\d{9}$/.test(digits) && weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
}

/** The kind of register, the number and its letters, with the court before or after: no form is laid down for them. */
const germanRegister =
  /^(?:[\p{L}() .-]{3,60},? )?(?:HR ?[AB]|GnR|GsR|PR|VR) ?\d{1,7}(?: ?[A-Z]{1,3})?(?:,? [\p{L}() .-]{3,60})?$/u

function isGermanEconomicNumber(text: string): boolean {
  const [, vatNumber = ''] = /^(DE\d{9})-?\d{5}$/.exec(text.replace(/\s/g, '').toUpperCase()) ?? []
  return isOf('DE')(vatNumber)
}

const numbers: Readonly<Record<HomeCountry, Numbers>> = {
  SE: {
    isCompanyNumber: isSwedishOrganizationNumber,
    vatNumberOf: (digits) => `SE${digits.slice(-10)}01`,
    isVatNumber: isOf('SE'),
  },
  FI: {
    isCompanyNumber: (text) => /^\d{7}-?\d$/.test(text) && isOf('FI')(`FI${digitsOf(text)}`),
    vatNumberOf: (digits) => `FI${digits}`,
    isVatNumber: isOf('FI'),
  },
  DK: {
    isCompanyNumber: (text) => isOf('DK')(`DK${digitsOf(text)}`),
    vatNumberOf: (digits) => `DK${digits}`,
    isVatNumber: isOf('DK'),
  },
  NO: {
    isCompanyNumber: (text) => isNorwegian(digitsOf(text)),
    vatNumberOf: (digits) => `NO${digits}MVA`,
    isVatNumber: (text) => {
      const [, digits = ''] = /^(?:NO)?(\d{9})MVA$/.exec(digitsOf(text).toUpperCase()) ?? []
      return isNorwegian(digits)
    },
  },
  // Those that are in no register have the number of § 139c AO, which begins as the VAT number does.
  DE: {
    isCompanyNumber: (text) => germanRegister.test(text.trim()) || isGermanEconomicNumber(text),
    isVatNumber: isOf('DE'),
  },
}

/** Whether what a buyer of this country wrote cannot be its number; unknown, and so never, where forms are several. */
export function isWrongOfBuyer(number: string, country: HomeCountry): boolean {
  const { isCompanyNumber, vatNumberOf } = numbers[country]
  return vatNumberOf !== undefined && !isCompanyNumber(number)
}

export function companyNumbers(country: HomeCountry): Numbers {
  return numbers[country]
}

type Company = { organizationNumber: string; vatNumber: string }

/** What is wrong with the numbers of a company in its country, by the name of the setting below `company`. */
export function companyFaults({ organizationNumber, vatNumber }: Company, country: HomeCountry) {
  const { isCompanyNumber, isVatNumber, vatNumberOf } = companyNumbers(country)
  const digits = organizationNumber.replace(/\D/g, '').slice(-10)
  const isVatWrong = vatNumber !== '' && !isVatNumber(vatNumber)
  return {
    isNumberWrong: organizationNumber !== '' && !isCompanyNumber(organizationNumber),
    isVatWrong,
    isVatOfAnother:
      vatNumberOf !== undefined &&
      vatNumber !== '' &&
      digits !== '' &&
      !isVatWrong &&
      !digitsIn(vatNumber).startsWith(digits),
  }
}

function digitsIn(vatNumber: string): string {
  return vatNumber.replace(/\D/g, '')
}
