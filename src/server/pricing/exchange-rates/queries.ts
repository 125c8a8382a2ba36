import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Database, NewRow, Queryable } from '../../platform/db/tables.ts'

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
