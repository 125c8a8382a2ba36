import { dayMs } from '../durations.ts'

/** `unpaid`: paused by the shop because a payment failed. */
export const subscriptionStatuses = ['active', 'paused', 'unpaid', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export type RenewalStatus = 'open' | 'ordered' | 'skipped' | 'unavailable' | 'unpaid'

/** How many days before an order the subscriber is notified. */
export const noticeDays = 3
/** When a failed renewal (unpaid, or out of stock) is tried again: days after the first attempt. */
const retryDays = [1, 3, 5] as const
/** Days after which an unpaid renewal is given up. */
const givenUpAfterDays = 6

export const subscriptionActions = ['pause', 'resume', 'skip', 'interval', 'cancel'] as const
export type SubscriptionAction = (typeof subscriptionActions)[number]

/** The moment a number of times 24 hours after another one, both UTC ISO. */
export function addDaysToMoment(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * dayMs).toISOString()
}

/** An order that is due later than this cannot be skipped: of a date without end its order would be due at once. */
const skipDays = 366

/** Tells whether the order of a due time may be left out now. */
export function mayBeSkipped(due: string, now: Date): boolean {
  return Date.parse(due) <= now.getTime() + skipDays * dayMs
}

/** The first due time after `now` in a subscription's series; missed intervals result in a single order. */
export function nextDue(due: string, intervalDays: number, now: Date): string {
  const missed = Math.floor((now.getTime() - Date.parse(due)) / (intervalDays * dayMs))
  return addDaysToMoment(due, intervalDays * Math.max(1, missed + 1))
}

/** The time of the next attempt after attempt number `tries` (from 1); after the last one, the time to give up. */
export function nextTry(openedAt: string, tries: number): string {
  return addDaysToMoment(openedAt, retryDays[tries - 1] ?? givenUpAfterDays)
}

/** Tells whether a renewal has used up its attempts. */
export function isGivenUp(tries: number): boolean {
  return tries > retryDays.length
}

/** Tells whether an action is allowed in a status. */
export function canBe(action: SubscriptionAction, status: SubscriptionStatus): boolean {
  if (status === 'cancelled') return false
  if (action === 'pause' || action === 'skip') return status === 'active'
  return action === 'resume' ? status !== 'active' : true
}
