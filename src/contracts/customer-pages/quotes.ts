import { z } from 'zod/mini'
import type { Amount } from '../../domain/cart/cart-amounts.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { QuoteState } from '../../domain/orders/quotes.ts'
import { formChoice, formText } from '../form-fields.ts'

export type QuoteLineView = {
  sku: string
  name: string
  quantity: number
  list: Amount
  unit: Amount | null
  total: Amount | null
}

/** A quote as the customer sees it; `canAccept` and `canWithdraw` are the actions open to the customer. */
export type QuotePage = {
  number: string
  state: QuoteState
  currency: CurrencyCode
  /** Where the prices are for delivery to. */
  country: string
  requestedAt: string
  answeredAt: string | null
  validUntil: string | null
  message: string
  answer: string
  askedBy: string | null
  lines: QuoteLineView[]
  total: Amount | null
  /** The prices without VAT were agreed, as with a company; otherwise those with it. */
  isNet: boolean
  orderNumber: string | null
  canAccept: boolean
  canWithdraw: boolean
}

/** The buttons of a quote's page. */
export const quoteForm = z.object({ action: formChoice(['accept', 'withdraw']) })

/** Posted by the checkout to the page of offers: asks for prices on what is in it. */
export const quoteRequestForm = z.object({ checkout_id: formText(), message: formText() })
