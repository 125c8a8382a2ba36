import { z } from 'zod/mini'
import type { Amount } from '../../domain/cart/cart-amounts.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { QuoteState } from '../../domain/orders/quotes.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

export const maxAnswerLength = 2_000

/** Whether prices are written with VAT or without. */
export const priceBases = ['inc', 'ex'] as const
export type PriceBasis = (typeof priceBases)[number]

/** The price of each line by its position, `price:1`; `percent` off for the others. */
export const quoteAnswerForm = z.object({
  version: formText(20),
  'price:': formTextsByKey,
  basis: formChoice(priceBases),
  percent: formText(5),
  until: formText(12),
  answer: formText(maxAnswerLength),
})
export const quoteRejectForm = z.object({ version: formText(20), answer: formText(maxAnswerLength) })
export const quoteWithdrawForm = z.object({ version: formText(20) })

/** Prices that are asked for in a form: how they are written, and until which day they are valid. */
export type AnswerTerms = { basis: PriceBasis; until: string; earliest: string; latest: string }

/** A quote as staff answer it. */
export type ConsoleQuote = {
  number: string
  state: QuoteState
  version: string
  currency: CurrencyCode
  country: string
  language: string
  requestedAt: string
  answeredAt: string | null
  validUntil: string | null
  decidedAt: string | null
  message: string
  answer: string
  buyer: { name: string; email: string; organization: string; address: string | null }
  /** The request that it answers. */
  request: string | null
  /** What of the request it does not answer, where that is known. */
  unanswered: readonly string[]
  order: string | null
  isCheckoutOpen: boolean
  lines: readonly {
    position: number
    sku: string
    name: string
    quantity: number
    /** What the buyer had asked for with it, in other words. */
    asked: string | null
    list: Amount
    unit: Amount | null
    total: Amount | null
  }[]
  total: Amount | null
  terms: AnswerTerms
  audit: readonly AuditLine[]
  may: { answer: boolean }
}
