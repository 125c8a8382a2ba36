import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** The content pages with their titles in a language. */
export function pageTitles(db: Queryable, language: Language) {
  return db
    .selectFrom('content_pages')
    .select(['id', 'title'])
    .where('language', '=', language)
    .orderBy('title')
    .orderBy('id')
    .execute()
}
