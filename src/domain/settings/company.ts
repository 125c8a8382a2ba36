import { z } from 'zod/mini'
import { longestEmail } from '../field-lengths.ts'
import { readVatNumber } from '../money/vat-numbers.ts'
import { isSwedishOrganizationNumber } from '../orders/checkout-form.ts'
import { isBankgiro, isBic, isIban } from './bank-numbers.ts'
import { filledLine, isEmail, line, optional } from './setting-texts.ts'

const contact = z.prefault(
  z.strictObject({
    /** Street, postal code with town, and the country where readers need it. */
    address: z.prefault(z.array(filledLine(120)).check(z.maxLength(6, 'must have at most 6 lines')), []),
    email: z.prefault(line(longestEmail).check(z.refine(isEmail, 'must be an e-mail address')), 'hello@shop.example'),
  }),
  {},
)

/** The selling company as printed on pages, mails and documents. Numbers are empty until they are set. */
export const companySettings = z.strictObject({
  name: z.prefault(filledLine(100), 'Our shop'),
  organizationNumber: optional(
    20,
    isSwedishOrganizationNumber,
    'must be a Swedish organization number, such as 556016-0680',
  ),
  vatNumber: optional(20, (text) => readVatNumber(text) !== undefined, 'must be a VAT number, such as SE556016068001'),
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
