/** What became of an invoice. */
export type InvoiceState = 'open' | 'paid' | 'credited'
/** A payment, money that went back to the buyer, and the reversal of either, which was noted by mistake. */
export type InvoicePaymentKind = 'paid' | 'paid_back' | 'undone'

export type InvoiceTables = {
  /** What is owed on an invoice: `amount` less what was credited and paid since; `due_at` is its last day. */
  invoices: {
    number: string
    order_id: string
    issued_at: string
    due_at: string
    amount: number
    credited: number
    paid: number
    state: InvoiceState
  }
  /** Payments of orders by invoice, also before the invoice; money that went back is negative. Append-only. */
  invoice_payments: {
    id: string
    order_id: string
    kind: InvoicePaymentKind
    amount: number
    /** The day in the books. */
    day: string
    reference: string
    actor: string
    at: string
    undoes: string | null
  }
  /** Mails about an overdue invoice: `step` 1 and 2, at most one on a day of the shop's. Append-only. */
  invoice_reminders: { invoice: string; step: number; day: string; actor: string; at: string }
  /** One row: the last day that is closed, '' for none. */
  books_closing: { id: string; closed_through: string }
}
