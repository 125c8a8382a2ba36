import { dayOf, lastDay } from '../places/working-days.ts'

export const returnReasons = ['changed_mind', 'does_not_fit', 'wrong_part', 'damaged', 'faulty'] as const
export type ReturnReason = (typeof returnReasons)[number]
/** `withdrawal` is the statutory right; `return` is what the shop grants beyond it. */
export type ReturnKind = 'withdrawal' | 'return'
/** `partly_received`: one parcel has arrived, and another is expected. */
export type ReturnStatus = 'requested' | 'partly_received' | 'received' | 'refunded' | 'called_off'

/** Periods: statutory withdrawal in days (2 kap. 10 § distansavtalslagen), and complaints (konsumentköplagen). */
const withdrawalDays = 14
export const complaintYears = 3

export function isReturnReason(text: string): text is ReturnReason {
  return (returnReasons as readonly string[]).includes(text)
}

/** Tells whether the shop is responsible, and so pays for the return shipping. */
export function isComplaint(reason: ReturnReason): boolean {
  return reason === 'wrong_part' || reason === 'damaged' || reason === 'faulty'
}

/** The last day to return a delivered part for a reason; `returnDays` is what the shop grants beyond the law. */
export function lastReturnDay(deliveredAt: string, reason: ReturnReason, returnDays: number): string {
  return lastDay(dayOf(new Date(deliveredAt)), isComplaint(reason) ? complaintYears * 365 : returnDays)
}

/** The last day of the statutory withdrawal after delivery. */
export function lastWithdrawalDay(deliveredAt: string): string {
  return lastDay(dayOf(new Date(deliveredAt)), withdrawalDays)
}

export type WithdrawalState = { kind: 'private' | 'organization'; deliveredAt: string | null; now: Date }

/**
 * Tells whether the customer may withdraw: consumers may, from the order until 14 days after complete delivery;
 * organizations may not.
 */
export function mayWithdraw({ kind, deliveredAt, now }: WithdrawalState): boolean {
  return kind === 'private' && (deliveredAt === null || dayOf(now) <= lastWithdrawalDay(deliveredAt))
}
