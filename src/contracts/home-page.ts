import type { FinderForm } from './find-parts-page.ts'
import type { Alternates, CategoryTile, ProductCard } from './product-lists.ts'

export type CategoryGroup = CategoryTile & { children: CategoryTile[] }

/** What the home page shows: the parts counter's shelves, what is reduced and what is new. */
export type HomePage = {
  alternates: Alternates
  intro: string
  categories: CategoryGroup[]
  campaign: ProductCard[]
  popular: ProductCard[]
  newest: ProductCard[]
  brands: { name: string; path: string }[]
  productCount: number
  deviceCount: number
  finder: FinderForm
}
