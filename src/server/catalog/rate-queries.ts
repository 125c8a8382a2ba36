import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { compileOnce } from '../platform/db/statements/compile-once.ts'
import type { Queryable } from '../platform/db/tables.ts'

export async function vatRows(db: Queryable, countries: readonly string[]) {
  return ratesIn(db, countries).execute()
}

const ratesIn = compileOnce((db, countries: readonly string[]) =>
  db.selectFrom('vat_rates').select(['country', 'vat_class', 'rate', 'valid_from']).where('country', 'in', countries),
)

/**
 * Reads the exchange rate at a moment, in millionths of the currency per unit of the base currency, or undefined.
 * The column's name is from when that was always SEK.
 */
export async function exchangeRates(db: Queryable, currency: CurrencyCode, at: string): Promise<number | undefined> {
  const [row] = await ratesAt(db, currency, at).execute()
  return row?.per_sek_micro
}

const ratesAt = compileOnce((db, currency: CurrencyCode, at: string) =>
  db
    .selectFrom('currency_rates')
    .select('per_sek_micro')
    .where('currency', '=', currency)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1),
)
