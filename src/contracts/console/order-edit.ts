import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { Difference } from '../../domain/orders/order-edits.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { SuggestedPart } from './suggested-part.ts'

/** A change of an order: units by the position of their line, and parts to add, `sku:0` with `add:0`. */
export const orderEditForm = z.object({
  version: formText(20),
  /** The new total that was shown, in minor units; '' before it was. */
  expected: formText(20),
  'units:': formTextsByKey,
  'sku:': formTextsByKey,
  'add:': formTextsByKey,
  /** A part that was chosen for a row, `0:FAN`. */
  pick: formText(100),
  name: formText(fieldLengths.name),
  organization_name: formText(fieldLengths.organization_name),
  line1: formText(fieldLengths.line1),
  line2: formText(fieldLengths.line2),
  postal_code: formText(fieldLengths.postal_code),
  city: formText(fieldLengths.city),
  country: formText(2),
  phone: formText(fieldLengths.phone),
  method: formText(40),
  point: formText(80),
})
export type TypedEdit = z.output<typeof orderEditForm>

type EditAddress = Pick<
  TypedEdit,
  'name' | 'organization_name' | 'line1' | 'line2' | 'postal_code' | 'city' | 'country' | 'phone'
>

type Choice = { value: string; label: string }

/** What a change would do: the lines and sums as they would be, and what that means for the buyer. */
export type ShownEdit = {
  lines: readonly { sku: string; name: string; quantity: number; unitPrice: Minor; total: Minor }[]
  sums: { items: Minor; discount: Minor; delivery: Minor; vat: Minor } | null
  before: Minor
  total: Minor
  difference: Difference
  /** What is credited and charged by documents of their own. */
  own: { credited: Minor; charged: Minor; isInvoice: boolean } | null
}

/** The form that changes an order. */
export type OrderEditPage = {
  number: string
  currency: CurrencyCode
  version: string
  isOrganization: boolean
  /** Something is shipped, refunded or documented: what is charged stays. */
  isCharged: boolean
  lines: readonly {
    position: number
    sku: string
    name: string
    quantity: number
    isFixed: boolean
    shipped: number
    unitPrice: Minor
  }[]
  address: EditAddress
  method: string
  point: string
  methods: readonly Choice[]
  points: readonly Choice[]
  countries: readonly string[]
  /** What happened to the order, with the version that it made. */
  history: readonly { version: number; at: string; actor: string; note: string }[]
  shown: ShownEdit | null
  /** What was typed, when the new sum is shown. */
  typed: Readonly<Record<string, string>>
  /** The row of a part that the shop does not have, and those that may be meant by what was typed. */
  unknown: { row: string; parts: readonly SuggestedPart[] } | null
}
