import { dayOf, lastDay } from './working-days.ts'

export const returnReasons = ['changed_mind', 'does_not_fit', 'wrong_part', 'damaged', 'faulty'] as const
export type ReturnReason = (typeof returnReasons)[number]
/** What a shopper may do by law, and what the shop allows beyond it. */
export type ReturnKind = 'withdrawal' | 'return'
/** `partly_received`: a box has come, and another is awaited. */
export type ReturnStatus = 'requested' | 'partly_received' | 'received' | 'refunded' | 'called_off'

/**
 * The statutory withdrawal (2 kap. 10 § distansavtalslagen), the shop's own return, and a complaint
 * (konsumentköplagen), in days.
 */
export const withdrawalDays = 14
export const returnDays = 30
export const complaintDays = 3 * 365

export function isReturnReason(text: string): text is ReturnReason {
  return (returnReasons as readonly string[]).includes(text)
}

/** Whether what is wrong with the part is the shop's fault, so that the shop pays for sending it back. */
export function isComplaint(reason: ReturnReason): boolean {
  return reason === 'wrong_part' || reason === 'damaged' || reason === 'faulty'
}

/** Until which day a part that came at a moment may be sent back for a reason. */
export function lastReturnDay(deliveredAt: string, reason: ReturnReason): string {
  return lastDay(dayOf(new Date(deliveredAt)), isComplaint(reason) ? complaintDays : returnDays)
}

/** The last day of the statutory withdrawal of goods that came at a moment. */
export function lastWithdrawalDay(deliveredAt: string): string {
  return lastDay(dayOf(new Date(deliveredAt)), withdrawalDays)
}

export type WithdrawalState = { kind: 'private' | 'organization'; deliveredAt: string | null; now: Date }

/**
 * Consumers may withdraw from the day they order until 14 days after everything has come; organizations have no such
 * right.
 */
export function mayWithdraw({ kind, deliveredAt, now }: WithdrawalState): boolean {
  return kind === 'private' && (deliveredAt === null || dayOf(now) <= lastWithdrawalDay(deliveredAt))
}
