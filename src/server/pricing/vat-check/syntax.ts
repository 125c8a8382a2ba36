import type { VatChecker } from './vat-checker.ts'

/** A checker for testing: confirms every number with valid syntax, without an external service. */
export const syntax: VatChecker = {
  name: 'syntax',
  check: async () => ({ kind: 'confirmed', consultation_number: 'SYNTAX-ONLY' }),
}
