import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { nextInSeries } from './document-queries.ts'

export const firstNumber = 100_001

/**
 * Number prefixes. Invoices and credit notes share one series without gaps, as bookkeeping requires; receipts and
 * returns have their own.
 */
export const prefixes = { invoice: 'F', credit_note: 'F', receipt: 'K', return: 'R' } as const

export async function nextNumber(trx: DatabaseTransaction, of: keyof typeof prefixes): Promise<string> {
  const prefix = prefixes[of]
  return `${prefix}${await nextInSeries(trx, prefix, firstNumber)}`
}
