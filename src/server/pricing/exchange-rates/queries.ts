import { sql } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Database, DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

/** Reads all rates of other currencies than the base that hold at a moment or held before, newest first. */
export async function ratesUntil(db: Queryable, at: string, base: CurrencyCode) {
  return db
    .selectFrom('currency_rates')
    .select(['currency', 'per_sek_micro', 'valid_from'])
    .where('currency', '<>', base)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .orderBy('currency')
    .execute()
}

/** The newest rates until a moment, of other currencies than the base. */
export async function newestRates(db: Queryable, { at, base, limit }: { at: Date; base: CurrencyCode; limit: number }) {
  return db
    .selectFrom('currency_rates')
    .select(['currency', 'per_sek_micro', 'valid_from'])
    .where('currency', '<>', base)
    .where('valid_from', '<=', at.toISOString())
    .orderBy('valid_from', 'desc')
    .orderBy('currency')
    .limit(limit)
    .execute()
}

/** Lets one transaction at a time change rates, so that the second of two people sees what the first did. */
export async function lockRates(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`lock table currency_rates in share row exclusive mode`.execute(trx)
}

export async function putRates(db: Database, rows: readonly NewRow<'currency_rates'>[]): Promise<void> {
  await db
    .insertInto('currency_rates')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['currency', 'valid_from'])
        .doUpdateSet((on) => ({ per_sek_micro: on.ref('excluded.per_sek_micro') })),
    )
    .execute()
}
