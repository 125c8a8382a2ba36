import { dayMs, hourMs } from '../durations.ts'
import type { Home } from '../places/home.ts'
import { plusDays } from '../places/public-holidays.ts'
import { dayOf } from '../places/working-days.ts'

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

/** What the subscriber can do besides: choose the day of the next order, and change the quantity and the address. */
export const subscriberActions = [...subscriptionActions, 'move', 'revise'] as const
export type SubscriberAction = (typeof subscriberActions)[number]

/** How a subscriber came to the subscription: signed in, or by a mailed link. */
export type SubscriberAccess = 'account' | 'link'
/** Who changed it: its subscriber, or staff of the shop for them. */
export type ChangeAccess = SubscriberAccess | 'staff'

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

/** The first and the last day that may be chosen for the next order, as `2026-06-15`. */
export function daysOfNextOrder(now: Date, home: Home): { first: string; last: string } {
  const today = dayOf(now, home)
  return { first: plusDays(today, 1), last: plusDays(today, skipDays) }
}

/** The due time moved to a day, at the same time of day; undefined for a day that may not be chosen. */
export function movedTo(due: string, day: string, now: Date, home: Home): string | undefined {
  const { first, last } = daysOfNextOrder(now, home)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !(day >= first && day <= last)) return undefined
  const days = (Date.parse(day) - Date.parse(dayOf(new Date(due), home))) / dayMs
  if (!Number.isInteger(days)) return undefined
  const moved = addDaysToMoment(due, days)
  const found = dayOf(new Date(moved), home)
  if (found === day) return moved
  // Clocks have changed by an hour between the days.
  return new Date(Date.parse(moved) + (found < day ? hourMs : -hourMs)).toISOString()
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
export function canBe(action: SubscriberAction, status: SubscriptionStatus): boolean {
  if (status === 'cancelled') return false
  if (action === 'pause' || action === 'skip' || action === 'move') return status === 'active'
  return action === 'resume' ? status !== 'active' : true
}
