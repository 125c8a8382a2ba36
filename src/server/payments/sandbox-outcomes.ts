import type { SandboxChoice } from '../../domain/orders/payments.ts'
import type { PaymentNotice } from './provider.ts'
import type { AttemptRow } from './queries.ts'

/** How the sandbox reacts to a choice: the notices it sends now and later, and its answer when queried. */
export type SandboxPlan = { now: PaymentNotice[]; later: PaymentNotice | null; knows: PaymentNotice | null }

/** Returns the notices for a choice on the sandbox's page; `newId` creates their ids. */
export function sandboxPlan(
  choice: SandboxChoice,
  { id: attemptId, amount, currency }: AttemptRow,
  newId: () => string,
): SandboxPlan {
  const notice = (outcome: PaymentNotice['outcome'], reason: string | null = null): PaymentNotice => ({
    eventId: newId(),
    attemptId,
    outcome,
    amount,
    currency,
    reason,
    payment: `sandbox:${attemptId}`,
  })
  const paid = notice('succeeded')
  const silent: SandboxPlan = { now: [], later: null, knows: null }
  switch (choice) {
    case 'approve':
      return { ...silent, now: [paid], knows: paid }
    case 'approve_once':
      return { ...silent, now: [{ ...paid, payment: null }], knows: { ...paid, payment: null } }
    case 'decline':
      return { ...silent, now: [notice('failed', 'declined')] }
    case 'late':
      return { ...silent, later: paid }
    case 'double':
      return { ...silent, now: [paid, paid], knows: paid }
    case 'out_of_order':
      return { ...silent, now: [paid, notice('failed', 'declined'), notice('expired')], knows: paid }
    case 'wrong_amount':
      return { ...silent, now: [{ ...paid, amount: amount - 1 }] }
    case 'lost':
      return { ...silent, knows: paid }
    case 'timeout':
      return silent
  }
}
