import type { Language } from '../../../domain/places/locales.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'

type Services = { db: Database; kind: DatabaseKind }

/** The texts of pages, widgets and guides as rows. */
export async function linkingRows(db: Queryable) {
  const pages = await db.selectFrom('content_pages').selectAll().execute()
  const widgets = await db.selectFrom('widgets').selectAll().execute()
  const guides = await db.selectFrom('guides').selectAll().execute()
  return { pages, widgets, guides }
}

/** Which of these slugs published products have in a language. */
export async function productSlugs({ db, kind }: Services, language: Language, slugs: readonly string[]) {
  const rows = await db
    .selectFrom('product_texts as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .select('t.slug')
    .where('t.language', '=', language)
    .where('p.status', '=', 'published')
    .where('t.slug', 'in', textList(kind, slugs))
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function categoryPaths({ db, kind }: Services, language: Language, paths: readonly string[]) {
  const rows = await db
    .selectFrom('category_texts')
    .select('path')
    .where('language', '=', language)
    .where('path', 'in', textList(kind, paths))
    .execute()
  return rows.map(({ path }) => path)
}

export async function tagSlugs({ db, kind }: Services, language: Language, slugs: readonly string[]) {
  const rows = await db
    .selectFrom('product_tag_texts')
    .select('slug')
    .where('language', '=', language)
    .where('slug', 'in', textList(kind, slugs))
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function guideSlugs({ db, kind }: Services, language: Language, slugs: readonly string[]) {
  const rows = await db
    .selectFrom('guides')
    .select('slug')
    .where('language', '=', language)
    .where('published', 'is not', null)
    .where('slug', 'in', textList(kind, slugs))
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function brandSlugs({ db, kind }: Services, _language: Language, slugs: readonly string[]) {
  const rows = await db.selectFrom('brands').select('slug').where('slug', 'in', textList(kind, slugs)).execute()
  return rows.map(({ slug }) => slug)
}

export async function deviceSlugs({ db, kind }: Services, _language: Language, slugs: readonly string[]) {
  const rows = await db.selectFrom('devices').select('slug').where('slug', 'in', textList(kind, slugs)).execute()
  return rows.map(({ slug }) => slug)
}

/** Which of these paths lead to another one. */
export async function redirectedPaths({ db, kind }: Services, paths: readonly string[]) {
  const rows = await db.selectFrom('redirects').select('path').where('path', 'in', textList(kind, paths)).execute()
  return rows.map(({ path }) => path)
}

/** Which of these pictures or documents the shop has. */
export async function knownFiles(
  { db, kind }: Services,
  table: 'pictures' | 'document_files',
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('id', 'in', textList(kind, ids)).execute()
  return rows.map(({ id }) => id)
}

/** Which of these pictures the library has. */
export async function picturesInLibrary({ db, kind }: Services, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('library_pictures')
    .select('picture_id')
    .where('picture_id', 'in', textList(kind, ids))
    .execute()
  return rows.map((row) => row.picture_id)
}
