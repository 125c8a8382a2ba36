import { sql } from 'kysely'
import type { VatRow } from '../../../domain/money/vat.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import { lockNumbers } from '../../platform/db/locks/lock-numbers.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

/** Reads the VAT rates of one country or of all, in the order of country, class and date. */
export async function storedVatRates(db: Queryable, country?: string): Promise<VatRow[]> {
  return db
    .selectFrom('vat_rates')
    .select(['country', 'vat_class', 'rate', 'valid_from'])
    .$if(country !== undefined, (query) => query.where('country', '=', country ?? ''))
    .orderBy('country')
    .orderBy('vat_class')
    .orderBy('valid_from')
    .execute()
}

/** Admits one transaction at a time that changes VAT rates; on SQLite every transaction is alone. */
export async function lockVatRates(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumbers.vatRates})`.execute(trx)
}

export async function putVatRate(trx: DatabaseTransaction, row: VatRow): Promise<void> {
  await trx
    .insertInto('vat_rates')
    .values(row)
    .onConflict((on) => on.columns(['country', 'vat_class', 'valid_from']).doUpdateSet({ rate: row.rate }))
    .execute()
}

export async function deleteVatRate(trx: DatabaseTransaction, row: Omit<VatRow, 'rate'>): Promise<void> {
  await trx
    .deleteFrom('vat_rates')
    .where('country', '=', row.country)
    .where('vat_class', '=', row.vat_class)
    .where('valid_from', '=', row.valid_from)
    .execute()
}
