import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import type { AuditLine } from './staff.ts'

const version = formText(20)

export const payInvoiceForm = z.object({ version, amount: formText(20), day: formText(10), reference: formText(60) })
export const undoPaymentForm = z.object({ version, payment: formText(60) })
export const remindInvoiceForm = z.object({ version })
export const creditInvoiceForm = z.object({
  version,
  key: formText(60),
  reason: formText(200),
  whole: formText(10),
  delivery: formText(10),
  'units:': formTextsByKey,
})

/** What became of an invoice, as its list shows it. */
export const invoiceStates = ['open', 'overdue', 'paid', 'credited'] as const
export type ShownInvoiceState = (typeof invoiceStates)[number]

/** An invoice with its payments and credit notes, in minor units of its currency. */
export type InvoicePage = {
  number: string
  /** The last entry of the order's history: an action on an older one is refused. */
  version: string
  /** Makes a repeated form harmless. */
  key: string
  state: ShownInvoiceState
  issuedAt: string
  dueAt: string
  today: string
  order: { number: string; reference: string }
  buyer: { name: string; email: string }
  currency: CurrencyCode
  lines: readonly { position: number; sku: string; name: string; quantity: number; amount: Minor; toCredit: number }[]
  delivery: Minor
  sums: { total: Minor; giftCard: Minor; vat: Minor; credited: Minor; paid: Minor; open: Minor; balance: Minor }
  payments: readonly {
    id: string
    kind: 'paid' | 'paid_back' | 'undone'
    day: string
    amount: Minor
    reference: string
    actor: string
    isUndone: boolean
  }[]
  documents: readonly { number: string; kind: 'invoice' | 'receipt' | 'credit_note'; at: string; address: string }[]
  history: readonly { at: string; actor: string; note: string }[]
  /** Those that were mailed, first to last. */
  reminders: readonly { step: number; at: string; actor: string }[]
  audit: readonly AuditLine[]
  /** The most of the order that can be credited without units, in minor units. */
  creditLeft: Minor
  may: { change: boolean; credit: boolean; remind: boolean }
}

/** The invoices; with `bulk`, reminders can be sent of those that are chosen, and `key` is the form's. */
export type InvoicesPage = ListPage & { bulk: { key: string } | null }
