import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { subscriberActions, type SubscriberAction, type SubscriptionStatus } from '../../domain/orders/subscriptions.ts'
import { formChoice } from '../form-fields.ts'

/** A subscription as its subscriber sees it. */
export type SubscriptionView = {
  id: string
  name: string
  sku: string
  path: string
  quantity: number
  intervalDays: number
  /** Available intervals in days. */
  intervals: number[]
  /** Date of the next order, UTC ISO. */
  nextAt: string
  status: SubscriptionStatus
  /** Actions available now. */
  actions: SubscriberAction[]
  /** The day of the next order, and the first and last that may be chosen. */
  days: { next: string; first: string; last: string }
  /** Whether its orders are paid with a saved card. */
  isByCard: boolean
  /** Where it is sent, in rows, and the cost of the next order with delivery in minor units, where that is known. */
  address: string[]
  country: string
  cost: number | null
  currency: CurrencyCode
  /** Number of the latest order it created. */
  lastOrder: string | null
}

/** The screen behind a mailed link: one subscription, and the action just performed on it. */
export type SubscriptionPage = { subscription: SubscriptionView; done: SubscriberAction | null; isRefused: boolean }

/**
 * The forms of a subscription; `days` belongs to `interval` alone, 0 when it is no number, `date` to `move`, and `due`
 * to `skip`: the `nextAt` of the order that the subscriber saw, so that a form that is sent twice leaves out one order.
 */
export const subscriptionForm = z.object({
  id: z.catch(z.string().check(z.regex(/^[\w-]{1,64}$/)), ''),
  action: formChoice(subscriberActions),
  days: z.catch(z.coerce.number(), 0),
  due: z.catch(z.string().check(z.maxLength(40)), ''),
  date: z.catch(z.iso.date(), ''),
})
export type SubscriptionForm = z.output<typeof subscriptionForm>
