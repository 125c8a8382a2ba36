import type { Language } from '../../domain/places/locales.ts'
import { kindOf } from '../platform/db/kind-of.ts'
import type { Database, DatabaseTransaction, Queryable, Row } from '../platform/db/tables.ts'

export async function allWidgets(db: Queryable) {
  return db.selectFrom('widgets').selectAll().orderBy('slug').orderBy('language').execute()
}

export async function allPages(db: Queryable) {
  return db.selectFrom('content_pages').selectAll().orderBy('id').orderBy('language').execute()
}

export async function widgetRow(db: Queryable, slug: string, language: Language) {
  return db
    .selectFrom('widgets')
    .selectAll()
    .where('slug', '=', slug)
    .where('language', '=', language)
    .executeTakeFirst()
}

export async function pageRow(db: Queryable, id: string, language: Language) {
  return db
    .selectFrom('content_pages')
    .selectAll()
    .where('id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
}

export async function dueWidgets(db: Queryable, at: string) {
  return db.selectFrom('widgets').selectAll().where('publish_at', '<=', at).execute()
}

export async function duePages(db: Queryable, at: string) {
  return db.selectFrom('content_pages').selectAll().where('publish_at', '<=', at).execute()
}

export async function insertWidget(db: Database, row: Row<'widgets'>): Promise<void> {
  await db.insertInto('widgets').values(row).execute()
}

export async function insertPage(db: Database, row: Row<'content_pages'>): Promise<void> {
  await db.insertInto('content_pages').values(row).execute()
}

/** Updates a widget unless it changed since it was read; returns whether it was updated. */
export async function updateWidget(
  db: Database,
  { slug, language, ...values }: Row<'widgets'>,
  readAt: string,
): Promise<boolean> {
  const result = await db
    .updateTable('widgets')
    .set(values)
    .where('slug', '=', slug)
    .where('language', '=', language)
    .where('updated_at', '=', readAt)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Updates a page unless it changed since it was read; returns whether it was updated. */
export async function updatePage(
  db: Database,
  { id, language, ...values }: Row<'content_pages'>,
  readAt: string,
): Promise<boolean> {
  const result = await db
    .updateTable('content_pages')
    .set(values)
    .where('id', '=', id)
    .where('language', '=', language)
    .where('updated_at', '=', readAt)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Which of these files the library has; they stay in it until the transaction ends. */
export async function knownLibraryPictures(trx: DatabaseTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const query = trx.selectFrom('library_pictures').select('picture_id').where('picture_id', 'in', ids).orderBy('id')
  const rows = await (kindOf(trx) === 'sqlite' ? query : query.forShare()).execute()
  return rows.map((row) => row.picture_id)
}
