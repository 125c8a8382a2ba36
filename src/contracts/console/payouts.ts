import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { formFile, formText } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import type { AuditLine } from './staff.ts'

export const lostDisputeForm = z.object({
  row: formText(100),
  /** What was shown to be in dispute, in minor units. */
  seen: formText(20),
  outcome: formText(20),
  day: formText(10),
})
export const undoLostForm = z.object({ row: formText(100), settled: formText(60) })
export const payoutFileForm = z.object({ file: formFile })

/** In the books; there with rows that need a person; or not, because the report's sum is not that of its rows. */
export const payoutStates = ['booked', 'check', 'unbooked'] as const
export type PayoutState = (typeof payoutStates)[number]

type PayoutSums = { id: string; day: string; currency: CurrencyCode; gross: Minor; fee: Minor; net: Minor }

/** A dispute as the provider reports it. The amounts are texts, because they may be in any currency. */
export type PendingDispute = {
  paymentId: string
  order: string
  at: string
  status: 'inquiry' | 'open' | 'won' | 'lost'
  amount: string
  /** What the bank has taken, less what it gave back, that no payout has yet; '' while it has moved nothing. */
  taken: string
}

export type PayoutsPage = {
  list: ListPage
  disputes: readonly PendingDispute[]
  /** Captured payments that are in no payout after `days`. */
  missing: readonly { paymentId: string; order: string; at: string; amount: Minor; currency: CurrencyCode }[]
  days: number
  mayImport: boolean
}

/** A dispute of a payout: what is still in dispute of its payment in the books, and how it was settled. */
export type ShownDispute = {
  rowId: string
  order: string
  paymentId: string
  amount: Minor
  open: Minor
  settled: readonly {
    id: string
    kind: 'write_off' | 'receivable' | 'undone'
    amount: Minor
    day: string
    actor: string
    mayUndo: boolean
  }[]
}

export type PayoutPage = PayoutSums & {
  disputes: readonly ShownDispute[]
  today: string
  maySettle: boolean
  audit: readonly AuditLine[]
  /** What the report itself states; null where it states nothing. */
  stated: Minor | null
  actor: string
  at: string
  /** The accounts of its voucher, a debit being positive; none where it is not in the books. */
  voucher: readonly { account: string; name: string; amount: Minor }[]
  rows: readonly {
    id: string
    kind: 'charge' | 'refund' | 'dispute' | 'dispute_won' | 'fee' | 'other'
    gross: Minor
    fee: Minor
    net: Minor
    /** What the buyer paid or got back, where that was in another currency. */
    paid: Minor | null
    paid_currency: CurrencyCode | null
    paymentId: string
    order: string
    difference: 'unknown' | 'amount' | 'currency' | 'other' | 'settled' | null
    /** What the shop has charged, where the row has another amount. */
    charged: Minor | null
  }[]
}
