import { sql, type RawBuilder } from 'kysely'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Database, Row } from '../platform/db/tables.ts'

export type Membership = { categoryId?: string; deviceId?: string }

function docList(kind: DatabaseKind, docs: readonly number[]) {
  const json = JSON.stringify(docs)
  return kind === 'sqlite'
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from jsonb_array_elements_text(${json}::jsonb))`
}

/** Selects the products of these documents in a subquery with one parameter. */
export function productsOfDocs(kind: DatabaseKind, docs: readonly number[]): RawBuilder<string> {
  return sql<string>`(select product_id from search_documents where doc in ${docList(kind, docs)})`
}

export function documentsByDocs(
  db: Database,
  kind: DatabaseKind,
  docs: readonly number[],
): Promise<Row<'search_documents'>[]> {
  return db
    .selectFrom('search_documents')
    .select(['doc', 'seq', 'product_id', 'title_en', 'title_sv', 'numbers'])
    .where('doc', 'in', docList(kind, docs))
    .execute()
}

/** Reads product ids in the order of `docs`. */
export async function productIdsOf(db: Database, kind: DatabaseKind, docs: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('search_documents')
    .select(['doc', 'product_id'])
    .where('doc', 'in', docList(kind, docs))
    .execute()
  const ids = new Map(rows.map((row) => [row.doc, row.product_id]))
  return docs.flatMap((doc) => ids.get(doc) ?? [])
}

/** Filters the documents to those in the category that fit the device. */
export async function docsWithin(
  db: Database,
  kind: DatabaseKind,
  docs: readonly number[],
  { categoryId, deviceId }: Membership,
): Promise<number[]> {
  let query = db.selectFrom('search_documents').select('doc').where('doc', 'in', docList(kind, docs)).orderBy('doc')
  if (categoryId !== undefined) {
    query = query.where('product_id', 'in', (within) =>
      within
        .selectFrom('category_products')
        .select('product_id')
        .whereRef('category_products.product_id', '=', 'search_documents.product_id')
        .where('category_id', '=', categoryId),
    )
  }
  if (deviceId !== undefined) {
    query = query.where('product_id', 'in', (within) =>
      within
        .selectFrom('product_devices')
        .select('product_id')
        .whereRef('product_devices.product_id', '=', 'search_documents.product_id')
        .where('device_id', '=', deviceId),
    )
  }
  return (await query.execute()).map((row) => row.doc)
}
