import type { Language } from '../../domain/places/locales.ts'
import type { Database } from '../platform/db/tables.ts'

export function searchHints(db: Database, language: Language) {
  return db
    .selectFrom('search_hints')
    .select(['id', 'trigger', 'hint', 'url', 'url_title'])
    .where('language', '=', language)
    .execute()
}
