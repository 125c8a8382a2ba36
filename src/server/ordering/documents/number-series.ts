import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { nextInSeries } from './document-queries.ts'

export const firstNumber = 100_001

/**
 * The names of series, which precede the digits. Invoices and credit notes share one without gaps, as
 * bookkeeping requires, whose prefix is a setting; receipts and returns have their own.
 */
export const seriesOf = { invoice: 'F', credit_note: 'F', receipt: 'K', return: 'R' } as const

/** Gives the next number; after another prefix the digits go on, so that none is given twice. */
export async function nextNumber(
  trx: DatabaseTransaction,
  of: keyof typeof seriesOf,
  prefix: string = seriesOf[of],
): Promise<string> {
  return `${prefix}${await nextInSeries(trx, seriesOf[of], firstNumber)}`
}
