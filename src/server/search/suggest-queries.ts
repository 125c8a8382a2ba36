import type { Language } from '../../domain/places/locales.ts'
import { compileOnce } from '../platform/db/statements/compile-once.ts'
import type { Database } from '../platform/db/tables.ts'

/** Reads the categories that have products, with their names in one language. */
export function namedCategories(db: Database, language: Language) {
  return named(db, language).execute()
}

const named = compileOnce((db, language: Language) =>
  db
    .selectFrom('category_texts')
    .innerJoin('categories', 'categories.id', 'category_texts.category_id')
    .select(['categories.id', 'category_texts.name', 'categories.product_count'])
    .where('language', '=', language)
    .where('product_count', '>', 0),
)

export function searchHints(db: Database, language: Language) {
  return db
    .selectFrom('search_hints')
    .select(['id', 'trigger', 'hint', 'url', 'url_title'])
    .where('language', '=', language)
    .execute()
}
