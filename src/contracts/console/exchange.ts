import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { PhoneRow } from './phone-order.ts'

/** Returned units by line, `back:1`, and the parts to send instead, as `sku:0` with `units:0`. */
export const exchangeForm = z.object({
  version: formText(20),
  key: formText(60),
  /** What was shown; '' before it was. */
  seen: formText(100_000),
  owed: formText(20),
  'back:': formTextsByKey,
  'sku:': formTextsByKey,
  'units:': formTextsByKey,
  delivery: formText(10),
  /** The part that was chosen for the words of a row, as `row:number`. */
  pick: formText(100),
})
export type TypedExchange = z.output<typeof exchangeForm>

/** Other parts instead of the money for units of a return that have come. */
export type ExchangePage = {
  number: string
  order: string
  version: string
  key: string
  seen: string
  lines: readonly { position: number; sku: string; name: string; left: number; chosen: number }[]
  rows: readonly PhoneRow[]
  isDeliveryCharged: boolean
  shown: {
    currency: CurrencyCode
    lines: readonly { sku: string; name: string; quantity: number; unitPrice: Minor; total: Minor }[]
    sums: { items: Minor; discount: Minor; delivery: Minor; vat: Minor }
    total: Minor
    owed: Minor
    /** What of it pays the new order or is paid back; the rest is set off. */
    back: Minor
    settlement: 'invoice' | 'more' | 'back' | 'none'
  } | null
}
