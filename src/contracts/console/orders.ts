import { z } from 'zod/mini'
import type { GiftCardState } from '../../domain/cart/gift-cards.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { OrderHold } from '../../domain/orders/order-holds.ts'
import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { PaymentAttemptStatus } from '../../domain/orders/payments.ts'
import type { ReturnStatus } from '../../domain/orders/returns.ts'
import type { RiskHint } from '../../domain/orders/risk-hints.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { StaffNoteLine } from './notes.ts'
import type { AuditLine } from './staff.ts'

const version = formText(20)
/** Units by the position of their line: `units:1`. */
const units = formTextsByKey

export const orderActionForm = z.object({ version })
/** `mail` is the key of a mail that is sent again. */
export const sendMailForm = z.object({ mail: formText(120) })
/** `again` is 'yes' to send the mails again that the former address got. */
export const correctEmailForm = z.object({ version, email: formText(254), again: formText(10) })
export const noteForm = z.object({ version, note: formText(1_000) })
/** One label, or several with commas between. */
export const labelForm = z.object({ label: formText(200) })
export const shipForm = z.object({
  version,
  key: formText(60),
  carrier: formText(60),
  tracking: formText(60),
  'units:': units,
})
export const cancelForm = z.object({ version, reason: formText(200) })
export const refundForm = z.object({
  version,
  key: formText(60),
  reason: formText(200),
  delivery: formText(10),
  /** The sum that was shown, in minor units; refused when it is another by now. */
  expected: formText(15),
  'units:': units,
})

/** An amount to credit without units; also of an invoice. */
export const creditAmountForm = z.object({ version, key: formText(60), amount: formText(20), reason: formText(200) })

export type OrderLine = {
  position: number
  sku: string
  /** The number that its product has now, for staff who may see products; null where it was deleted. */
  productSku: string | null
  name: string
  quantity: number
  unitPrice: Minor
  total: Minor
  vatPercent: number
  shipped: number
  refunded: number
  cancelled: number
  toShip: number
  toRefund: number
  /** Units that came back in a return and are not refunded yet. */
  cameBack: number
}

export type OrderMailKind =
  | 'mail.order_confirmed'
  | 'mail.order_payment'
  | 'mail.order_shipped'
  | 'mail.refunded'
  | 'mail.order_cancelled'

/** What a refund comes to, and where each part of it goes; minor units. */
export type RefundParts = {
  amount: Minor
  /** Paid back the way it was paid. */
  payments: readonly { provider: string; amount: Minor }[]
  giftCards: Minor
  /** Deducted from what is unpaid of the invoice. */
  invoice: Minor
  /** Credited on an invoice that is paid: somebody sends it back from the bank. */
  paidInvoice: Minor
  /** Taken off what is charged later. */
  charge: Minor
  /** Paid to nobody: it was never paid, or the buyer has it from the bank. */
  setOff: Minor
  /** Nothing is left of the order. */
  isCancelled: boolean
}

/** An order as staff see it. Amounts are minor units of its currency, with VAT. */
export type OrderPage = {
  number: string
  /** The numbers of the orders that were placed before and after it. */
  beside: { older: string | null; newer: string | null }
  /** After a parcel was sent: the order that is packed next. */
  nextToPack: string | null
  status: OrderStatus
  hold: OrderHold | null
  /** What was said when it was put on hold by hand. */
  holdReason: string
  /** The newest notes about the buyer's account and organization. */
  customerNotes: readonly StaffNoteLine[]
  /** The last entry of its history: an action on an older one is refused. */
  version: string
  /** Makes a repeated form harmless. */
  key: string
  placedAt: string
  language: string
  currency: CurrencyCode
  country: string
  email: string
  phone: string
  customerId: string | null
  organization: { name: string; number: string; reference: string } | null
  vatNumber: string | null
  isReverseCharged: boolean
  address: readonly string[]
  invoiceAddress: string
  /** How it is sent, and the address of the collection point. */
  delivery: readonly string[]
  paymentMethod: string
  message: string
  labels: readonly string[]
  /** Labels that were used last, to choose from. */
  knownLabels: readonly string[]
  lines: readonly OrderLine[]
  sums: { items: Minor; discount: Minor; delivery: Minor; vat: Minor; giftCards: Minor; total: Minor }
  payments: readonly {
    provider: string
    status: PaymentAttemptStatus
    authorized: Minor
    captured: Minor
    refunded: Minor
    /** What can still be paid back of it: less what the buyer has from the bank. */
    left: Minor
  }[]
  /** What gift cards paid and got back; `id` for those who may see the cards. */
  giftCards: readonly { id: string | null; ending: string; state: GiftCardState; paid: Minor; returned: Minor }[]
  /** What becomes of the refund that somebody is about to write, with the fields of its form. */
  payBack: (RefundParts & { typed: Readonly<Record<string, string>> }) | null
  /** `setOff` of the amount is paid to nobody: it was never paid, or the buyer has it from the bank. */
  refunds: readonly {
    at: string
    number: string | null
    amount: Minor
    setOff: Minor
    reason: string
    actor: string
  }[]
  parcels: readonly {
    at: string
    carrier: string
    tracking: string
    deliveredAt: string | null
    units: readonly string[]
  }[]
  returns: readonly { number: string; status: ReturnStatus; at: string; message: string }[]
  /** The mails to the buyer that can be sent again; `times` is how often each was written. */
  mails: readonly {
    key: string
    name: OrderMailKind
    at: string
    times: number
    state: 'sent' | 'waiting' | 'given_up'
  }[]
  documents: readonly { number: string; kind: string; at: string }[]
  history: readonly { at: string; actor: string; status: OrderStatus; note: string }[]
  others: readonly { number: string; placedAt: string; status: OrderStatus; total: Minor; currency: CurrencyCode }[]
  audit: readonly AuditLine[]
  /** Facts that are reasons to look twice; nothing is decided by them. */
  risks: readonly RiskHint[]
  /** The most that can be credited without units, in minor units. */
  creditLeft: Minor
  /** What may be done now, by the order's state and the person's role. */
  may: {
    process: boolean
    ship: boolean
    deliver: boolean
    cancel: boolean
    refund: boolean
    credit: boolean
    release: boolean
    hold: boolean
    edit: boolean
    change: boolean
  }
}
