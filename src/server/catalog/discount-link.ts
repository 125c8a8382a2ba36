import { parseDiscountCode } from '../../domain/cart/discount-codes.ts'
import { fallbackLanguage, type Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { queryWithout, withQuery } from '../platform/http/calls/query-text.ts'
import { categoryHref } from './categories/categories.ts'
import { categoriesBySlug, categoryPaths } from './categories/category-queries.ts'

const maxSlugLength = 90

export type DiscountLink = {
  slug: string | undefined
  code: string
  /** The request's unparsed query. */
  search: string
  /** The language that the shopper chose earlier, and the one that the browser prefers. */
  chosen: Language | undefined
  accepted: Language | undefined
}

/**
 * Returns the target of a legacy discount path (spec section 2): the listing of the category with that slug, else the
 * home page, with the code in `disc` and the other parameters kept. Text that is not a valid code is dropped.
 */
export async function discountLink(
  db: Queryable,
  { slug = '', code, search, chosen, accepted }: DiscountLink,
): Promise<string> {
  const preferred = chosen ?? accepted ?? fallbackLanguage
  const others = queryWithout(search, ['disc'])
  if (parseDiscountCode(code) === undefined) return withQuery(href(preferred, 'home'), others)
  const found = await matchedCategory(db, slug, preferred)
  const path = found ? await listingPath(db, found, chosen ?? found.language) : href(preferred, 'home')
  const disc = `disc=${encodeURIComponent(code.trim())}`
  return withQuery(path, others === '' ? disc : `${others}&${disc}`)
}

type Match = Awaited<ReturnType<typeof categoriesBySlug>>[number]

/**
 * Picks one of several categories with the same slug: first by the shopper's language, then the one nearest to the
 * root.
 */
async function matchedCategory(db: Queryable, slug: string, preferred: Language): Promise<Match | undefined> {
  if (slug === '' || slug.length > maxSlugLength) return undefined
  const rank = ({ language, path }: Match) => (language === preferred ? 0 : 1_000) + path.split('/').length
  return (await categoriesBySlug(db, slug.toLowerCase())).sort((one, other) => rank(one) - rank(other))[0]
}

async function listingPath(db: Queryable, found: Match, language: Language): Promise<string> {
  const path = (await categoryPaths(db, found.category_id)).find((row) => row.language === language)?.path
  return path === undefined ? categoryHref(found.language, found.path) : categoryHref(language, path)
}
