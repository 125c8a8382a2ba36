import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import { maxRequestTextLength } from '../../domain/orders/part-requests.ts'
import { formText } from '../form-fields.ts'
import type { QuotePage } from './quotes.ts'

const limits = {
  number: maxRequestTextLength,
  quantity: 10,
  lines: 5_000,
  device: 120,
  message: 2_000,
  name: fieldLengths.name,
  email: fieldLengths.email,
  organization: fieldLengths.organization_name,
  vat_number: fieldLengths.vat_number,
} as const
export const requestLimits: Readonly<Record<RequestField, number>> = limits

export type RequestField = keyof typeof limits
export const requestFields = Object.keys(limits) as RequestField[]
export type RequestFields = Record<RequestField, string>
export type RequestFault =
  | 'part_missing'
  | 'quantity_invalid'
  | 'too_many_parts'
  | 'required'
  | 'too_long'
  | 'email_invalid'
  | 'vat_number_invalid'
export type RequestErrors = Partial<Record<RequestField, RequestFault>>

/**
 * The page that asks for the price of parts. `part` is the product that the shopper came from; who is signed in is
 * answered at `account` and types neither name nor address.
 */
export type RequestPage =
  | {
      kind: 'form'
      typed: RequestFields
      errors: RequestErrors
      part: { sku: string; name: string } | null
      account: { name: string; email: string } | null
      isTooOften: boolean
    }
  | { kind: 'sent'; number: string; email: string }

/** One character more than allowed is read, so that a text that is too long is rejected and not cut silently. */
const field = (name: RequestField) => formText(limits[name] + 1)

/** `part` is the number of the product that the shopper came from. */
export const requestForm = z.object({
  part: formText(maxRequestTextLength),
  number: field('number'),
  quantity: field('quantity'),
  lines: field('lines'),
  device: field('device'),
  message: field('message'),
  name: field('name'),
  email: field('email'),
  organization: field('organization'),
  vat_number: field('vat_number'),
})

/** The quote behind a mailed link. */
export type LinkedQuotePage = { kind: 'quote'; quote: QuotePage } | { kind: 'over' }
