import type { Language } from '../../../domain/places/locales.ts'
import type { Database, Queryable, Row } from '../../platform/db/tables.ts'

export async function categoryText(db: Queryable, id: string, language: Language) {
  return db
    .selectFrom('category_texts')
    .selectAll()
    .where('category_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
}

/** Reads the category at a path and all of its descendants. */
export async function categoriesBelow(db: Queryable, language: Language, path: string) {
  return db
    .selectFrom('category_texts')
    .selectAll()
    .where('language', '=', language)
    .where((row) => row.or([row('path', '=', path), row('path', 'like', `${path}/%`)]))
    .execute()
}

export async function updateCategoryText(
  db: Database,
  { category_id: id, language, ...values }: Row<'category_texts'>,
): Promise<void> {
  await db
    .updateTable('category_texts')
    .set(values)
    .where('category_id', '=', id)
    .where('language', '=', language)
    .execute()
}
