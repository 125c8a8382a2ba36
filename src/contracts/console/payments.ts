import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { PaymentAttemptStatus, RefundStatus } from '../../domain/orders/payments.ts'
import { formText } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import type { AuditLine } from './staff.ts'

const version = formText(20)

export const acceptForm = z.object({ version })
export const giveBackForm = z.object({ version, reason: formText(200) })
export const retryForm = z.object({ version, refund: formText(60) })
/** `reference` is that of the bank transfer that has paid a refused refund. */
export const bankForm = z.object({ version, refund: formText(60), reference: formText(60) })

type Money = { amount: Minor; currency: CurrencyCode }

/** A refund that a provider refused and that nobody requested again. */
type RefusedRefund = Money & {
  paymentId: string
  order: string
  at: string
  /** The provider still gets asked again by itself. */
  isTriedAgain: boolean
  error: string
}

/** Something that a provider must do and could not be asked, or did not do. */
export type WaitingEffect = {
  paymentId: string
  order: string
  kind: 'cancel' | 'capture' | 'refund'
  since: string
  tries: number
  next: string
  error: string
}

export type PaymentsPage = {
  list: ListPage
  held: readonly (Money & { paymentId: string; order: string; since: string; paid: Minor })[]
  refused: readonly RefusedRefund[]
  waiting: readonly WaitingEffect[]
}

/** Why an event of the provider and the shop's own record differ. */
export type Difference = 'amount' | 'currency' | 'not_recorded' | 'refunded' | 'refund_open' | 'unreadable'

/** A provider's event beside what the shop did with it. */
export type PaymentEvent = {
  id: string
  at: string
  kind: string
  /** What the provider says that was paid or, all in all, refunded. */
  notified: { amount: Minor; currency: string } | null
  reason: string
  /** Entries of the order's history that the event made; none if it changed nothing. */
  did: readonly string[]
  difference: Difference | null
}

/** One payment of an order, in minor units of its currency. */
export type PaymentPage = {
  id: string
  version: string
  provider: string
  status: PaymentAttemptStatus
  reason: string
  at: string
  reference: string
  currency: CurrencyCode
  amount: Minor
  authorized: Minor
  captured: Minor
  refunded: Minor
  order: { number: string; status: OrderStatus; mayBeSeen: boolean }
  /** Why it is held, as the history of the order has it. */
  held: string
  refunds: readonly (Money & {
    id: string
    at: string
    status: RefundStatus
    reason: string
    actor: string
    error: string
    isByBank: boolean
    mayRetry: boolean
  })[]
  events: readonly PaymentEvent[]
  audit: readonly AuditLine[]
  may: { accept: boolean; refund: boolean; close: boolean }
}
