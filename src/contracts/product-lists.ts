import type { Language } from '../domain/locales.ts'
import type { PageOf } from '../domain/pages-of.ts'
import type { SearchProduct, Thumb } from '../domain/products.ts'

/** A step of the breadcrumbs; the path is already in the shopper's language. */
export type Crumb = { name: string; path: string }

/** The same page in both languages: paths for the language switcher and hreflang. */
export type Alternates = Record<Language, string>

/** A product as a card or a list row shows it. `devices` names up to three models that it fits. */
export type ProductCard = SearchProduct & { featured: Thumb | null; devices: string[]; device_count: number }

/** A device that a listing is narrowed to, with the page of all its parts in both languages. */
export type NamedDevice = { slug: string; name: string; paths: Alternates }

export type CategoryTile = { id: string; name: string; path: string; count: number; pictureId: string | null }

export const sorts = ['popular', 'newest', 'price_up', 'price_down', 'name'] as const
export type Sort = (typeof sorts)[number]

/** One choice of a facet; `path` switches it on or off and goes back to page 1. */
export type FacetValue = { value: string; label: string; count: number; chosen: boolean; path: string }
export type Facet = { id: string; label: string; unit: string; values: FacetValue[] }

/** A page of products with everything a listing shows around it. */
export type ProductListing = {
  products: ProductCard[]
  facets: Facet[]
  chosen: FacetValue[]
  sort: Sort
  /** Path of this listing with each sort. */
  sortPaths: Record<Sort, string>
  page: PageOf
  /** Path of page N, with the grid anchor, for every N in `pageLinks(page)`. */
  pagePaths: Record<number, string>
  /** The device that everything in the listing fits. */
  device: NamedDevice | null
  /** Whether any facet is chosen: such pages are not for search engines. */
  filtered: boolean
}
