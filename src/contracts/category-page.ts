import type { FinderForm } from './find-parts-page.ts'
import type { Alternates, CategoryTile, Crumb, ProductListing } from './product-lists.ts'

/** What a category page shows (design: subcategory tiles, description, grid, facets, sort, pages). */
export type CategoryPage = {
  id: string
  name: string
  description: string
  path: string
  crumbs: Crumb[]
  alternates: Alternates
  subcategories: CategoryTile[]
  listing: ProductListing
  finder: FinderForm
}
