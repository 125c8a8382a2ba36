import { sql } from 'kysely'
import { isOneOf, textRows } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database, Row } from '../../../platform/db/tables.ts'

export type StoredProduct = Pick<Row<'products'>, 'id' | 'sku' | 'type' | 'free' | 'content_hash' | 'updated_at'>

const productColumns = ['id', 'sku', 'type', 'free', 'content_hash', 'updated_at'] as const

export function productsBySkus(
  db: Database,
  kind: DatabaseKind,
  skus: readonly string[],
): Promise<Pick<StoredProduct, 'id' | 'sku' | 'type'>[]> {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'type'])
    .where(isOneOf(kind, 'sku', skus))
    .execute()
}

export function productsByIds(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<StoredProduct[]> {
  return db
    .selectFrom('products')
    .select(productColumns)
    .where(isOneOf(kind, 'id', ids))
    .execute()
}

export type ProductMark = { id: string; content_hash: string | null; sort_price: number | null }

/** Stores the new content hashes, and the sort prices that are not null. */
export async function markProducts(
  db: Database,
  kind: DatabaseKind,
  marks: readonly ProductMark[],
  at: string,
): Promise<void> {
  const rows = textRows(
    kind,
    marks.map(({ id, content_hash: hash, sort_price: price }) => [id, hash, price === null ? null : String(price)]),
  )
  await sql`update products set content_hash = stored.value ->> 1, updated_at = ${at},
      sort_price = coalesce(cast(stored.value ->> 2 as bigint), products.sort_price)
    from ${rows} stored where products.id = stored.value ->> 0`.execute(db)
}
