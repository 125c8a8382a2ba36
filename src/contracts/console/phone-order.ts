import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { CheckoutField, FieldErrorCode } from '../../domain/orders/checkout-form.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { SuggestedPart } from './suggested-part.ts'

/** An order that is taken by phone: parts as `sku:0` with `units:0`, and the fields of the checkout. */
export const phoneOrderForm = z.object({
  key: formText(60),
  /** What was shown; '' before it was. */
  seen: formText(100_000),
  'sku:': formTextsByKey,
  'units:': formTextsByKey,
  /** A part that was chosen for a row, `0:FAN`. */
  pick: formText(100),
  email: formText(fieldLengths.email),
  phone: formText(fieldLengths.phone),
  customer_kind: formText(20),
  organization_name: formText(fieldLengths.organization_name),
  organization_number: formText(fieldLengths.organization_number),
  vat_number: formText(fieldLengths.vat_number),
  order_reference: formText(fieldLengths.order_reference),
  name: formText(fieldLengths.name),
  line1: formText(fieldLengths.line1),
  line2: formText(fieldLengths.line2),
  postal_code: formText(fieldLengths.postal_code),
  city: formText(fieldLengths.city),
  country: formText(2),
  language: formText(2),
  delivery_method: formText(40),
  service_point: formText(80),
  payment_method: formText(20),
})
export type TypedPhoneOrder = z.output<typeof phoneOrderForm>

type Choice = { value: string; label: string }

/** One row of parts as typed; `fault` says why it cannot be ordered like that. */
export type PhoneRow = {
  sku: string
  units: string
  /**
   * The part, with how many of the wanted units can be had, all that are in stock (null of what has no stock of its
   * own) and the price of one for this buyer.
   */
  part: { name: string; possible: number; available: number | null; unitPrice: Minor } | null
  fault: 'unknown' | 'units' | 'short' | null
  /** Parts that are meant by words in place of a number. */
  meant?: readonly SuggestedPart[]
}

/** What is in the way of the order. */
export type PhoneProblem =
  | { kind: 'field'; field: CheckoutField; code: FieldErrorCode }
  | { kind: 'rows' | 'too_many' | 'empty' | 'changed' | 'unseen' }

export type PhoneOrderPage = {
  key: string
  seen: string
  /** The account of the e-mail address; null for a guest. */
  account: { id: string; name: string } | null
  typed: Readonly<Record<string, string>>
  rows: readonly PhoneRow[]
  countries: readonly string[]
  methods: readonly Choice[]
  points: readonly Choice[]
  payments: readonly ('invoice' | 'link')[]
  problems: readonly PhoneProblem[]
  shown: {
    currency: CurrencyCode
    lines: readonly { sku: string; name: string; quantity: number; unitPrice: Minor; total: Minor }[]
    sums: { items: Minor; discount: Minor; delivery: Minor; vat: Minor }
    total: Minor
  } | null
}
