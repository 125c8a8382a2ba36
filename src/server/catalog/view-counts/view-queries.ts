import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { insertRows, slices } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

const atOnce = 500

/** The products at addresses of a language. */
export async function productsAtSlugs(
  db: Queryable,
  language: Language,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const some of slices(slugs, atOnce)) {
    const rows = await db
      .selectFrom('product_texts')
      .select(['slug', 'product_id'])
      .where('language', '=', language)
      .where('slug', 'in', some)
      .execute()
    for (const { slug, product_id: id } of rows) found.set(slug, id)
  }
  return found
}

/** Adds to what is counted of a day, in the order of the ids, so that two processes never wait for each other. */
export async function addViews(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  day: string,
  views: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...views].map(([product_id, count]) => ({ day, product_id, views: count }))
  rows.sort((one, other) => (one.product_id < other.product_id ? -1 : 1))
  await insertRows(
    trx,
    kind,
    'product_views',
    rows,
    'on conflict (day, product_id) do update set views = product_views.views + excluded.views',
  )
}

export async function deleteViewsBefore(db: Database, day: string): Promise<void> {
  await sql`delete from product_views where day < ${day}`.execute(db)
}
