import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { PartRequestStatus } from '../../domain/orders/part-requests.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import { longestAnswer, priceBases, type AnswerTerms } from './quotes.ts'
import type { AuditLine } from './staff.ts'

/** Each line by its position: `price:1`, `sku:1` and `quantity:1`. A line without a price is not quoted. */
export const requestAnswerForm = z.object({
  'price:': formTextsByKey,
  'sku:': formTextsByKey,
  'quantity:': formTextsByKey,
  basis: formChoice(priceBases),
  until: formText(12),
  answer: formText(longestAnswer),
})
export const requestDeclineForm = z.object({ reason: formText(longestAnswer) })

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
  lines: readonly { position: number; text: string; quantity: number; sku: string | null; name: string | null }[]
  terms: AnswerTerms
  audit: readonly AuditLine[]
  may: { answer: boolean }
}
