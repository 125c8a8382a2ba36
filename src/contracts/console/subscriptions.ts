import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type {
  ChangeAccess,
  RenewalStatus,
  SubscriberAction,
  SubscriptionAction,
  SubscriptionStatus,
} from '../../domain/orders/subscriptions.ts'
import { revisionForm, type RevisionShown } from '../customer-pages/subscription-page.ts'
import { formText } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

const version = formText(20)

export const subscriptionChangeForm = z.object({ version })
export const subscriptionIntervalForm = z.object({ version, days: formText(5) })
/** Quantity and address: `review` asks what they cost, `revise` confirms what was `seen`. */
export const staffRevisionForm = z.extend(revisionForm, { version })
export const retryRenewalForm = z.object({ version, due: formText(40) })

/** What happened on one due date. */
export type RenewalShown = {
  due: string
  status: RenewalStatus
  tries: number
  /** The next attempt, of one that is not over. */
  nextTry: string | null
  /** What it ordered, the newest last, with what the payment ended with. */
  orders: readonly { number: string; status: string; reason: string }[]
  mayRetry: boolean
}

export const subscriberValues = [
  'quantity',
  'status',
  'interval_days',
  'next_at',
  'address',
  'phone',
  'organization',
  'delivery',
] as const
export type SubscriberValue = (typeof subscriberValues)[number]

/** What the subscriber, or staff for them, changed at once, as far as staff are told of it. */
export type SubscriberChangeShown = {
  at: string
  action: SubscriberAction
  access: ChangeAccess
  changes: readonly { value: SubscriberValue; before: string; after: string }[]
}

export type StaffRevision = RevisionShown & { currency: CurrencyCode; countries: readonly string[] }

export type SubscriptionDetails = {
  id: string
  version: string
  name: string
  sku: string
  quantity: number
  intervalDays: number
  intervals: readonly number[]
  nextAt: string
  status: SubscriptionStatus
  createdAt: string
  email: string
  customerId: string | null
  order: string
  address: readonly string[]
  isByCard: boolean
  renewals: readonly RenewalShown[]
  /** What the subscriber changed, and staff of quantity and address, newest first. */
  changes: readonly SubscriberChangeShown[]
  /** What can be done now, and by this person. */
  actions: readonly SubscriptionAction[]
  /** The form for the quantity and the address; null for one that has ended, or where this person may not. */
  revision: StaffRevision | null
  audit: readonly AuditLine[]
  maySee: { orders: boolean; customers: boolean }
}
