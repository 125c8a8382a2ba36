import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Reads the shop categories that contain the products of these discount categories, those with most of them first. */
export async function placesOf(db: Queryable, language: Language, categories: readonly string[]) {
  return db
    .selectFrom('products as p')
    .innerJoin('category_texts as t', 't.category_id', 'p.main_category_id')
    .select(['p.discount_category', 't.name', 't.path'])
    .select((row) => row.fn.countAll<number>().as('products'))
    .where('p.discount_category', 'in', categories)
    .where('p.parent_id', 'is', null)
    .where('p.status', '=', 'published')
    .where('t.language', '=', language)
    .groupBy(['p.discount_category', 't.name', 't.path'])
    .orderBy('products', 'desc')
    .orderBy('t.name')
    .execute()
}
