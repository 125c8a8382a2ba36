import type { SubscriptionAction, SubscriptionStatus } from '../domain/subscriptions.ts'

/** A subscription as its subscriber sees it. */
export type SubscriptionView = {
  id: string
  name: string
  sku: string
  path: string
  quantity: number
  intervalDays: number
  /** The intervals that the product can be had in, days. */
  intervals: number[]
  /** When it is ordered next, UTC ISO. */
  nextAt: string
  status: SubscriptionStatus
  /** What can be done with it now. */
  actions: SubscriptionAction[]
  /** Whether its orders are paid with a card that was kept. */
  isByCard: boolean
  /** The number of the newest order that it made. */
  lastOrder: string | null
}

/** The screen of a mailed link: one subscription, and what was just done to it. */
export type SubscriptionPage = { subscription: SubscriptionView; done: SubscriptionAction | null; isRefused: boolean }
