import type { SandboxChoice } from '../../domain/payments.ts'
import type { PaymentNotice } from './provider.ts'
import type { AttemptRow } from './queries.ts'

/**
 * What the pretended provider does about a choice: what it sends now, what it sends later, and what it says when asked.
 */
export type SandboxPlan = { now: PaymentNotice[]; later: PaymentNotice | null; knows: PaymentNotice | null }

/** Each choice of the sandbox's page as the notices of a provider; `newId` names each of them. */
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
