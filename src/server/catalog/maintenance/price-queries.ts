import { sql } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { insertRows, isOneOf, textList, textRows } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, DatabaseTransaction, NewRow, Row } from '../../platform/db/tables.ts'

export type StoredPrice = Pick<Row<'prices'>, 'product_id' | 'currency' | 'min_quantity' | 'amount'>

export function pricesOf(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<StoredPrice[]> {
  return db
    .selectFrom('prices')
    .select(['product_id', 'currency', 'min_quantity', 'amount'])
    .where(isOneOf(kind, 'product_id', ids))
    .execute()
}

/** Reads prices in some of the currencies. */
export async function pricesIn(
  db: Database,
  kind: DatabaseKind,
  currencies: readonly CurrencyCode[],
  ids: readonly string[],
): Promise<StoredPrice[]> {
  if (currencies.length === 0) return []
  return db
    .selectFrom('prices')
    .select(['product_id', 'currency', 'min_quantity', 'amount'])
    .where(isOneOf(kind, 'product_id', ids))
    .where('currency', 'in', currencies)
    .execute()
}

export function upsertPrices(db: Database, kind: DatabaseKind, rows: readonly NewRow<'prices'>[]): Promise<void> {
  return insertRows(
    db,
    kind,
    'prices',
    rows,
    'on conflict (product_id, currency, min_quantity) do update set amount = excluded.amount',
  )
}

/** Deletes prices, before others are written. */
export async function deletePrices(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  await trx.deleteFrom('prices').where('product_id', 'in', textList(kind, ids)).execute()
}

/** Stores sort prices in öre by product. */
export async function setSortPrices(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  prices: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = textRows(
    kind,
    [...prices].map(([id, price]) => [id, String(price)]),
  )
  await sql`update products set sort_price = cast(stored.value ->> 1 as bigint)
    from ${rows} stored where products.id = stored.value ->> 0`.execute(trx)
}
