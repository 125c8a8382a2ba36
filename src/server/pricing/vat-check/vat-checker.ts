import type { VatNumber } from '../../../domain/money/vat-numbers.ts'
import type { Env } from '../../platform/env.ts'

/**
 * `consultation_number` proves the check to a tax office; `unavailable` means that the result is unknown, with the
 * reason.
 */
export type VatCheck =
  | { kind: 'confirmed'; consultation_number: string }
  | { kind: 'refused' }
  | { kind: 'unavailable'; why: string }

/**
 * The interface that checks a buyer's VAT number for the seller. It never throws and answers within 3 s: any failure
 * is `unavailable`.
 */
export type VatChecker = {
  name: string
  check: (env: Env, number: VatNumber, requester: VatNumber) => Promise<VatCheck>
}
