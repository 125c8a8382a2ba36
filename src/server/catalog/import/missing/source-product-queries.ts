import { sourcesSettings, type FeedSource } from '../../../../domain/settings/sources.ts'
import { insertRows, isOneOf } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import { settingsJson } from '../../../platform/db/json-columns.ts'
import type { Database, Queryable, Row } from '../../../platform/db/tables.ts'

export type SourceProduct = Row<'source_products'>

/** Reads which sources have or had these products. */
export function sourcesOfProducts(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<SourceProduct[]> {
  return db
    .selectFrom('source_products')
    .select(['product_id', 'source', 'run', 'is_gone'])
    .where(isOneOf(kind, 'product_id', ids))
    .execute()
}

/** Notes products of a source, or that they are gone from it; which import found them first stays. */
export async function saveSourceProducts(
  db: Database,
  kind: DatabaseKind,
  rows: readonly SourceProduct[],
): Promise<void> {
  const conflict = 'on conflict (product_id, source) do update set is_gone = excluded.is_gone'
  await insertRows(db, kind, 'source_products', rows, conflict)
}

export async function hasProducts(db: Queryable, source: string): Promise<boolean> {
  const row = db.selectFrom('source_products').select('source').where('source', '=', source).limit(1)
  return (await row.executeTakeFirst()) !== undefined
}

/** Reads the sources of the settings; undefined when they cannot be read. */
export async function sourcesNow(db: Queryable): Promise<readonly FeedSource[] | undefined> {
  const row = await db.selectFrom('shop_settings').select('value').where('name', '=', 'sources').executeTakeFirst()
  const read = sourcesSettings.safeParse(row ? settingsJson.read(row.value) : {})
  return read.success ? read.data.feeds : undefined
}
