import type { Category } from '../../../contracts/calls/product-categories.ts'
import type { CategoryTile, Crumb } from '../../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { imageKind } from '../../../domain/products/products.ts'
import { href } from '../../../routes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { picture } from '../products/product-cards.ts'
import {
  categoriesByPaths,
  childCategories,
  mainMenuCategories,
  rootCategories,
  type CategoryRow,
} from './category-queries.ts'

export function categoryHref(language: Language, path: string): string {
  return href(language, 'product-category-all', { slug: path })
}

/** Splits a path into the paths of its levels: `a/b/c` -> `a`, `a/b`, `a/b/c`. */
export function pathChain(path: string): string[] {
  return path.split('/').map((_, at, segments) => segments.slice(0, at + 1).join('/'))
}

/** Loads a category with its ancestors, root first; undefined when a level of the path does not exist. */
export async function categoryChain(
  db: Queryable,
  language: Language,
  path: string,
): Promise<CategoryRow[] | undefined> {
  const chain = pathChain(path)
  const rows = await categoriesByPaths(db, language, chain)
  const ordered = chain.flatMap((each) => rows.find((row) => row.path === each) ?? [])
  return ordered.length === chain.length ? ordered : undefined
}

export function crumbsOf(language: Language, chain: readonly CategoryRow[]): Crumb[] {
  return chain.map((row) => ({ name: row.name, path: categoryHref(language, row.path) }))
}

export function tile(language: Language, row: CategoryRow): CategoryTile {
  return {
    id: row.id,
    name: row.name,
    path: row.uri ?? categoryHref(language, row.path),
    count: row.product_count,
    pictureId: row.picture_id,
  }
}

/** Lists the children of a category, the first level, or the main menu (spec section 7, product-categories). */
export async function listCategories(
  db: Queryable,
  language: Language,
  which: { parentId?: string | undefined; mainMenu?: boolean },
): Promise<Category[]> {
  if (which.mainMenu) return toCategories(db, language, await mainMenuCategories(db, language))
  if (which.parentId) return toCategories(db, language, await childCategories(db, language, [which.parentId]))
  return toCategories(db, language, await rootCategories(db, language))
}

/** Converts rows to API categories; `hierarchy` is the list of names from the root. */
export async function toCategories(
  db: Queryable,
  language: Language,
  rows: readonly CategoryRow[],
): Promise<Category[]> {
  const paths = [...new Set(rows.flatMap((row) => pathChain(row.path)))]
  const ancestors = paths.length > 0 ? await categoriesByPaths(db, language, paths) : []
  const names = new Map(ancestors.map((row) => [row.path, row.name]))
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    has_children: Boolean(row.has_children),
    thumb: picture(row.picture_id, imageKind.thumb),
    uri: row.uri,
    hierarchy: pathChain(row.path).map((path) => names.get(path) ?? ''),
    path: row.uri ?? categoryHref(language, row.path),
  }))
}
