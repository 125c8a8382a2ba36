import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Reads which products replace others directly, and whether they are sold; of several for one, the first is first. */
export async function successorRows(db: Queryable, productIds: readonly string[]) {
  return successors(db, productIds).execute()
}

const successors = compileOnce((db, productIds: readonly string[]) =>
  db
    .selectFrom('product_relations as r')
    .innerJoin('products as p', 'p.id', 'r.related_id')
    .select(['r.product_id', 'r.related_id', 'p.status'])
    .where('r.product_id', 'in', productIds)
    // With a parameter PostgreSQL would plan the statement anew each time, because few relations are of this kind.
    .where('r.kind', '=', sql.lit('successor'))
    .orderBy('r.position'),
)

/** Reads article numbers, names and slugs of products. */
export async function namesOf(db: Queryable, language: Language, productIds: readonly string[]) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.id', 'p.sku', 't.name', 't.slug'])
    .where('p.id', 'in', productIds)
    .execute()
}
