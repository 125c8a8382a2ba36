import type { FinderForm } from './find-parts-page.ts'
import type { Alternates, CategoryTile, Crumb, ProductListing } from './product-lists.ts'

/** The data of a category page: subcategory tiles, description, grid, facets, sorting and pages. */
export type CategoryPage = {
  id: string
  name: string
  description: string
  /** For search engines and shared links; empty where name and description are used. */
  pageTitle: string
  metaDescription: string
  path: string
  crumbs: Crumb[]
  alternates: Alternates
  subcategories: CategoryTile[]
  listing: ProductListing
  /** What the listed parts suit by what their makers say, where a search led here. */
  fit: string | undefined
  finder: FinderForm
}
