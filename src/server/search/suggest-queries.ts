import type { Language } from '../../domain/places/locales.ts'
import { compileOnce } from '../platform/db/statements/compile-once.ts'
import type { Database } from '../platform/db/tables.ts'

export function searchHints(db: Database, language: Language) {
  return hints(db, language).execute()
}

const hints = compileOnce((db, language: Language) =>
  db.selectFrom('search_hints').select(['id', 'trigger', 'hint', 'url', 'url_title']).where('language', '=', language),
)
