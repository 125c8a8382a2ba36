import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

export async function guideBySlug(db: Queryable, language: Language, slug: string) {
  return db
    .selectFrom('guides')
    .selectAll()
    .where('language', '=', language)
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** Reads a guide in all languages. */
export async function guideRows(db: Queryable, id: string) {
  return db.selectFrom('guides').selectAll().where('id', '=', id).orderBy('language').execute()
}

export async function guidesOfLanguage(db: Queryable, language: Language) {
  return db.selectFrom('guides').selectAll().where('language', '=', language).orderBy('id').execute()
}

/** Reads the ids of published products by SKU. */
export async function productIdsBySku(db: Queryable, skus: readonly string[]) {
  if (skus.length === 0) return []
  return db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('sku', 'in', skus)
    .where('status', '=', 'published')
    .execute()
}

/** Reads devices by slug, in the order of their names. */
export async function devicesBySlugs(db: Queryable, slugs: readonly string[]) {
  if (slugs.length === 0) return []
  return db
    .selectFrom('devices')
    .selectAll()
    .where('slug', 'in', slugs)
    .orderBy('brand')
    .orderBy('series')
    .orderBy('model')
    .execute()
}
