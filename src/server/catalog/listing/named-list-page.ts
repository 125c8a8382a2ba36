import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { NamedListPage } from '../../../contracts/catalog-pages/named-list-page.ts'
import type { Alternates } from '../../../contracts/catalog-pages/product-lists.ts'
import { inEachLanguage } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { href } from '../../../routes.ts'
import { missing, publicPage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { brandBySlug, tagBySlug, tagSlugs } from '../products/product-queries.ts'
import type { Shop } from '../shop.ts'
import type { ListingScope } from './listing-request.ts'
import { readListing } from './listing.ts'

type Named = {
  name: string
  description: string
  scope: ListingScope
  alternates: Alternates
  tags: string[]
}
type Result = PageResult<NamedListPage>

/** Loads a brand's products (spec section 2, /en/brand/:slug); missing when the brand is unknown. */
export async function brandPage(shop: Shop, context: ShoppingContext, slug: string, query: ListQuery): Promise<Result> {
  const brand = await brandBySlug(shop.db, slug)
  if (!brand) return missing()
  return namedList(shop, context, query, {
    name: brand.name,
    description: brand[`description_${context.language}`],
    scope: { brand: brand.id },
    tags: ['catalog', `brand:${brand.id}`],
    alternates: inEachLanguage((language) => href(language, 'brand', { slug: brand.slug })),
  })
}

/** Loads a product tag's products (spec section 2, /en/product-tag/:slug); missing when the tag is unknown. */
export async function productTagPage(
  shop: Shop,
  context: ShoppingContext,
  slug: string,
  query: ListQuery,
): Promise<Result> {
  const tag = await tagBySlug(shop.db, context.language, slug)
  if (!tag) return missing()
  const slugs = new Map((await tagSlugs(shop.db, tag.tag_id)).map((row) => [row.language, row.slug]))
  return namedList(shop, context, query, {
    name: tag.name,
    description: tag.description,
    scope: { tag: tag.tag_id },
    tags: ['catalog'],
    alternates: inEachLanguage((language) => href(language, 'product-tag', { slug: slugs.get(language) ?? slug })),
  })
}

async function namedList(shop: Shop, context: ShoppingContext, query: ListQuery, named: Named): Promise<Result> {
  const path = named.alternates[context.language]
  const listed = await readListing(shop, { context, query, scope: named.scope, path, now: shop.now() })
  if (listed instanceof Response) return listed
  const { name, description } = named
  return publicPage(
    { name, description, path, crumbs: [{ name, path }], alternates: named.alternates, listing: listed.listing },
    { tags: [...named.tags, ...listed.tags], changesAt: listed.changesAt },
  )
}
