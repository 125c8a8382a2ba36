/** `unpaid` is paused by the shop, because nobody paid. */
export type SubscriptionStatus = 'active' | 'paused' | 'unpaid' | 'cancelled'
export type RenewalStatus = 'open' | 'ordered' | 'skipped' | 'unavailable' | 'unpaid'

/** How long before an order its subscriber is told of it. */
export const noticeDays = 3
/** When an order that was not paid, or whose part was not there, is tried again: days after the first try. */
export const retryDays = [1, 3, 5] as const
/** When a renewal that nobody paid is given up. */
const givenUpAfterDays = 6

export const subscriptionActions = ['pause', 'resume', 'skip', 'interval', 'cancel'] as const
export type SubscriptionAction = (typeof subscriptionActions)[number]

const dayMs = 86_400_000

export function plusDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * dayMs).toISOString()
}

/**
 * The first due time after `now` in the series that a due time belongs to: however long nothing ran, one order follows.
 */
export function nextDue(due: string, intervalDays: number, now: Date): string {
  const missed = Math.floor((now.getTime() - Date.parse(due)) / (intervalDays * dayMs))
  return plusDays(due, intervalDays * Math.max(1, missed + 1))
}

/**
 * When a renewal is looked at again after its `tries`-th try (from 1): to try once more or, after the last, to give it
 * up.
 */
export function nextTry(openedAt: string, tries: number): string {
  return plusDays(openedAt, retryDays[tries - 1] ?? givenUpAfterDays)
}

/** Whether a renewal has been tried as often as it is. */
export function isGivenUp(tries: number): boolean {
  return tries > retryDays.length
}

/** Whether a subscription may be changed so. */
export function canBe(action: SubscriptionAction, status: SubscriptionStatus): boolean {
  if (status === 'cancelled') return false
  if (action === 'pause' || action === 'skip') return status === 'active'
  return action === 'resume' ? status !== 'active' : true
}
