import { sql } from 'kysely'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }

/** Accounts whose address or name begins with a text; unsorted, so that the indexes of both find them. */
export async function customersBeginning({ db, kind }: Services, text: string, limit: number) {
  const start = text.toLowerCase()
  return db
    .selectFrom('customers')
    .select(['id', 'email', 'name'])
    .where((eb) => eb.or([beginsWith(kind, sql.ref('email'), start), beginsWith(kind, sql`lower(name)`, start)]))
    .limit(limit)
    .execute()
}

/** Products by their exact article number, whatever its case. */
export async function productsBySku(db: Queryable, sku: string, limit: number) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', 't.product_id', 'p.id')
    .select(['p.sku', 't.name', 't.slug', 't.language'])
    .where('p.sku', 'in', [sku, sku.toUpperCase()])
    .limit(limit)
    .execute()
}
