import type { VatNumber } from '../../../domain/vat-numbers.ts'
import type { Env } from '../../platform/env.ts'

/** `consultation_number` proves the check to a tax office; `unavailable` says that nobody knows, and why. */
export type VatCheck =
  | { kind: 'confirmed'; consultation_number: string }
  | { kind: 'refused' }
  | { kind: 'unavailable'; why: string }

/**
 * The port behind which a buyer's VAT number is checked for the seller who asks. It never throws and answers within 3
 * s: whatever goes wrong is `unavailable`.
 */
export type VatChecker = {
  name: string
  check: (env: Env, number: VatNumber, requester: VatNumber) => Promise<VatCheck>
}
