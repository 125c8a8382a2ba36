import { vatPercent } from '../../../domain/money/vat.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { VatPlace } from '../../pricing/vat-rates/change-vat-rate.ts'
import { lockVatRates, storedVatRates } from '../../pricing/vat-rates/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

export const vatSubject = { kind: 'vat', id: 'vat', label: 'vat' }

/** What the audit log records of the rates, of one country or of all. */
export async function vatLog(db: Queryable, country?: string): Promise<Record<string, number>> {
  const rows = await storedVatRates(db, country)
  return Object.fromEntries(
    rows.map((row) => [`${row.country} ${row.vat_class} ${row.valid_from}`, vatPercent(row.rate)]),
  )
}

type Action = { operation: string; place: Pick<VatPlace, 'country'>; guard?: (trx: Queryable) => Promise<void> }

/**
 * Changes the rates of a country, with an entry in the log that says what they were. `guard` looks at what no other
 * change is about to alter.
 */
export async function changeVat(
  { shop, session }: ConsoleContext,
  { operation, place: { country }, guard = async () => {} }: Action,
  run: (shop: Shop) => Promise<unknown>,
): Promise<void> {
  const fields = (trx: Queryable) => vatLog(trx, country)
  const alone = async (trx: DatabaseTransaction) => {
    await lockVatRates(trx)
    await guard(trx)
  }
  await audited(shop, session.actor, { operation, subject: vatSubject, fields, guard: alone }, run)
}
