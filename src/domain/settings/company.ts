import { z } from 'zod/mini'
import { longestEmail } from '../field-lengths.ts'
import { readVatNumber } from '../money/vat-numbers.ts'
import { isBankgiro, isBic, isIban } from './bank-numbers.ts'
import { companyNumbers } from '../orders/company-numbers.ts'
import { filledLine, isEmail, line, optional } from './setting-texts.ts'

const contact = z.prefault(
  z.strictObject({
    /** Street, postal code with town, and the country where readers need it. */
    address: z.prefault(z.array(filledLine(120)).check(z.maxLength(6, 'must have at most 6 lines')), []),
    email: z.prefault(line(longestEmail).check(z.refine(isEmail, 'must be an e-mail address')), 'hello@shop.example'),
  }),
  {},
)

/** A VAT number of the EU, or a Norwegian one. */
function isAnyVatNumber(text: string): boolean {
  return readVatNumber(text) !== undefined || companyNumbers('NO').isVatNumber(text)
}

/** The selling company as printed on pages, mails and documents. Numbers are empty until they are set. */
export const companySettings = z.strictObject({
  name: z.prefault(filledLine(100), 'Our shop'),
  /** Which numbers are right depends on the home country (company-numbers.ts). */
  organizationNumber: z.prefault(line(80), ''),
  vatNumber: optional(20, isAnyVatNumber, 'must be a VAT number, such as SE556016068001'),
  phone: optional(
    30,
    (text) => /^[+\d][\d ()-]{4,}$/.test(text),
    'must be a telephone number, such as +46 8 123 456 78',
  ),
  bankgiro: optional(9, isBankgiro, 'must be a bankgiro number, such as 5050-1055'),
  iban: optional(42, isIban, 'must be an IBAN, such as SE45 5000 0000 0583 9825 7466'),
  bic: optional(11, isBic, 'must be a BIC, such as ESSESESS'),
  contact: z.prefault(z.strictObject({ en: contact, sv: contact }), {}),
})
