import { sql } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { DatabaseTransaction, Tables } from '../db/tables.ts'

/**
 * Finds what holds amounts of the shop's base currency, or was sold under the rules of its country; undefined when
 * there is nothing.
 */
export async function heldByHome(trx: DatabaseTransaction): Promise<string | undefined> {
  const any = (table: keyof Tables) => sql`select 1 as one from ${sql.table(table)} limit 1`
  const held = {
    'prices of products': any('prices'),
    'earlier prices of products': any('price_history'),
    orders: any('orders'),
    quotes: any('quotes'),
    'gift cards': any('gift_cards'),
    'an import that is being written': sql`select 1 as one from catalog_imports
      where state in ('writing', 'undoing') limit 1`,
    'coupons with a minimum spend': sql`select 1 as one from coupons where minimum_spend > 0 limit 1`,
    'credit limits of organizations': sql`select 1 as one from organizations where credit_limit > 0 limit 1`,
  }
  for (const [what, query] of Object.entries(held)) if ((await query.execute(trx)).rows.length > 0) return what
  return undefined
}

/** A rate in millionths per unit of the base currency, and since when it holds. */
export type DatedRate = { micro: number; from: string }

/** Reads the rates in force, the base itself included. */
export async function ratesInForce(trx: DatabaseTransaction, at: string): Promise<Map<CurrencyCode, DatedRate>> {
  const rows = await trx
    .selectFrom('currency_rates')
    .select(['currency', 'per_sek_micro', 'valid_from'])
    .where('valid_from', '<=', at)
    .orderBy('valid_from')
    .execute()
  return new Map(rows.map(({ currency, per_sek_micro: micro, valid_from: from }) => [currency, { micro, from }]))
}

/** Replaces all exchange rates, earlier ones included: they were prices in another currency. */
export async function replaceRates(
  trx: DatabaseTransaction,
  rates: ReadonlyMap<CurrencyCode, DatedRate>,
): Promise<void> {
  await trx.deleteFrom('currency_rates').execute()
  const rows = [...rates].map(([currency, { micro, from }]) => ({ currency, per_sek_micro: micro, valid_from: from }))
  if (rows.length > 0) await trx.insertInto('currency_rates').values(rows).execute()
}
