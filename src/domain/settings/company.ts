import { z } from 'zod/mini'
import { maxEmailLength } from '../field-lengths.ts'
import { readVatNumber } from '../money/vat-numbers.ts'
import { companyNumbers } from '../orders/company-numbers.ts'
import { isBankgiro, isBic, isIban } from './bank-numbers.ts'
import { sentence } from './reasons.ts'
import { filledLine, isPlainEmail, line, optional } from './setting-texts.ts'

const contact = z.prefault(
  z.strictObject({
    /** Street, postal code with town, and the country where readers need it. */
    address: z.prefault(z.array(filledLine(120)).check(z.maxLength(6, sentence('most_lines', { most: 6 }))), []),
    email: z.prefault(line(maxEmailLength).check(z.refine(isPlainEmail, sentence('email'))), 'hello@shop.example'),
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
  vatNumber: optional(20, isAnyVatNumber, sentence('vat_number')),
  phone: optional(30, (text) => /^[+\d][\d ()-]{4,}$/.test(text), sentence('phone')),
  bankgiro: optional(9, isBankgiro, sentence('bankgiro')),
  iban: optional(42, isIban, sentence('iban')),
  bic: optional(11, isBic, sentence('bic')),
  contact: z.prefault(z.strictObject({ en: contact, sv: contact }), {}),
})
