import { homeRules, type Home } from '../places/home.ts'
import { dayOf, lastDay } from '../places/working-days.ts'

export const returnReasons = ['changed_mind', 'does_not_fit', 'wrong_part', 'damaged', 'faulty'] as const
export type ReturnReason = (typeof returnReasons)[number]
/** `withdrawal` is the statutory right; `return` is what the shop grants beyond it. */
export type ReturnKind = 'withdrawal' | 'return'
/** `partly_received`: one parcel has arrived, and another is expected. */
export type ReturnStatus = 'requested' | 'partly_received' | 'received' | 'refunded' | 'called_off'

/** Of a return of which goods are still expected. */
export const awaitedStatuses = ['requested', 'partly_received'] as const satisfies readonly ReturnStatus[]

/** Statutory withdrawal in days (directive 2011/83/EU article 9, which Norway follows too). */
const withdrawalDays = 14
type Place = Pick<Home, 'country'>

export function isReturnReason(text: string): text is ReturnReason {
  return (returnReasons as readonly string[]).includes(text)
}

/** Tells whether the shop is responsible, and so pays for the return shipping. */
export function isComplaint(reason: ReturnReason): boolean {
  return reason === 'wrong_part' || reason === 'damaged' || reason === 'faulty'
}

/** Tells whether a part that comes back for this reason should be looked at before it is sold again. */
export function isBroken(reason: ReturnReason): boolean {
  return reason === 'damaged' || reason === 'faulty'
}

/** The last day to return a delivered part for a reason; `returnDays` is what the shop grants beyond the law. */
export function lastReturnDay(deliveredAt: string, reason: ReturnReason, returnDays: number, home: Place): string {
  const days = isComplaint(reason) ? homeRules(home).complaintYears * 365 : returnDays
  return lastDay(dayOf(new Date(deliveredAt), home), days, home)
}

/** The last day of the statutory withdrawal after delivery. */
export function lastWithdrawalDay(deliveredAt: string, home: Place): string {
  return lastDay(dayOf(new Date(deliveredAt), home), withdrawalDays, home)
}

export type WithdrawalState = { kind: 'private' | 'organization'; deliveredAt: string | null; now: Date; home: Place }

/**
 * Tells whether the customer may withdraw: consumers may, from the order until 14 days after complete delivery;
 * organizations may not.
 */
export function mayWithdraw({ kind, deliveredAt, now, home }: WithdrawalState): boolean {
  return kind === 'private' && (deliveredAt === null || dayOf(now, home) <= lastWithdrawalDay(deliveredAt, home))
}
