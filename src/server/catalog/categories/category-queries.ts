import type { Language } from '../../../domain/places/locales.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Queryable } from '../../platform/db/tables.ts'

function categories(db: Queryable, language: Language) {
  return db
    .selectFrom('categories as c')
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'c.id').on('t.language', '=', language),
    )
    .select([
      'c.id',
      'c.parent_id',
      'c.picture_id',
      'c.uri',
      'c.product_count',
      'c.main_menu',
      't.name',
      't.slug',
      't.path',
      't.description',
      't.page_title',
      't.meta_description',
    ])
    .select((row) =>
      row
        .exists(row.selectFrom('categories as k').select('k.id').whereRef('k.parent_id', '=', 'c.id'))
        .as('has_children'),
    )
}
export type CategoryRow = Awaited<ReturnType<typeof categoriesByPaths>>[number]

/** Reads the categories at these paths: a category and its ancestors in one query. */
export async function categoriesByPaths(db: Queryable, language: Language, paths: readonly string[]) {
  return atPaths(db, language, paths).execute()
}

const atPaths = compileOnce((db, language: Language, paths: readonly string[]) =>
  categories(db, language).where('t.path', 'in', paths),
)

export async function childCategories(db: Queryable, language: Language, parentIds: readonly string[]) {
  return childrenOf(db, language, parentIds).execute()
}

const childrenOf = compileOnce((db, language: Language, parentIds: readonly string[]) =>
  categories(db, language).where('c.parent_id', 'in', parentIds).orderBy('c.position').orderBy('t.name'),
)

export async function rootCategories(db: Queryable, language: Language) {
  return categories(db, language).where('c.parent_id', 'is', null).orderBy('c.position').orderBy('t.name').execute()
}

export async function mainMenuCategories(db: Queryable, language: Language) {
  return categories(db, language).where('c.main_menu', '=', 1).orderBy('c.position').orderBy('t.name').execute()
}

export async function categoriesByIds(db: Queryable, language: Language, ids: readonly string[]) {
  return withIds(db, language, ids).execute()
}

const withIds = compileOnce((db, language: Language, ids: readonly string[]) =>
  categories(db, language).where('c.id', 'in', ids),
)

/** Reads a category's path in every language. */
export async function categoryPaths(db: Queryable, categoryId: string) {
  return pathsOf(db, categoryId).execute()
}

const pathsOf = compileOnce((db, categoryId: string) =>
  db.selectFrom('category_texts').select(['language', 'path']).where('category_id', '=', categoryId),
)

/** Reads every category whose own slug is this one (lower case), in any language, in menu order. */
export async function categoriesBySlug(db: Queryable, slug: string) {
  return db
    .selectFrom('category_texts as t')
    .innerJoin('categories as c', 'c.id', 't.category_id')
    .select(['t.category_id', 't.language', 't.path'])
    .where((row) => row(row.fn<string>('lower', ['t.slug']), '=', slug))
    .orderBy('c.position')
    .orderBy('c.id')
    .orderBy('t.language')
    .execute()
}

export async function redirectFrom(db: Queryable, path: string) {
  return db.selectFrom('redirects').selectAll().where('path', '=', path).executeTakeFirst()
}
