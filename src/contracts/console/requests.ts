import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { PartRequestStatus } from '../../domain/orders/part-requests.ts'
import { languages } from '../../domain/places/locales.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import { maxAnswerLength, priceBases, type AnswerTerms } from './quotes.ts'
import type { AuditLine } from './staff.ts'
import type { SuggestedPart } from './suggested-part.ts'

/**
 * Each line by its position: `price:1`, `sku:1` and `quantity:1`. A line without a price is not quoted. `pick` puts a
 * part into a line, such as `1:BT-10001`.
 */
export const requestAnswerForm = z.object({
  pick: formText(100),
  'price:': formTextsByKey,
  'sku:': formTextsByKey,
  'quantity:': formTextsByKey,
  basis: formChoice(priceBases),
  until: formText(12),
  answer: formText(maxAnswerLength),
})
export const requestDeclineForm = z.object({ reason: formText(maxAnswerLength) })

export type TypedAnswer = z.output<typeof requestAnswerForm>

/** What somebody asks for on the phone; `lines` has a part on each, with its units behind it. */
export const newRequestForm = z.object({
  email: formText(fieldLengths.email),
  name: formText(fieldLengths.name),
  organization: formText(fieldLengths.organization_name),
  language: formChoice(languages),
  device: formText(120),
  lines: formText(5_000),
})
/** What a new request begins with: what is known of the customer whose page led here. */
export type NewRequestPage = z.output<typeof newRequestForm>

/** A request for parts as staff answer it. */
export type ConsoleRequestPage = {
  number: string
  status: PartRequestStatus
  currency: CurrencyCode
  country: string
  language: string
  requestedAt: string
  sender: { name: string; email: string; organization: string; vatNumber: string; address: string | null }
  device: string
  message: string
  reason: string
  quote: string | null
  /** `price` is what one unit costs the sender now, in minor units with VAT. */
  lines: readonly {
    position: number
    text: string
    quantity: number
    sku: string | null
    name: string | null
    price: Minor | null
    /** What the quote has for it; null where it has nothing, undefined where that is not known. */
    answer?: { sku: string; name: string; quantity: number } | null | undefined
    /** Parts that the words in place of a part's number may mean. */
    meant: readonly SuggestedPart[]
  }[]
  /** What was typed in the answer, by the names of its fields, while a part is chosen; null otherwise. */
  typed: Readonly<Record<string, string>> | null
  terms: AnswerTerms
  audit: readonly AuditLine[]
  may: { answer: boolean }
}
