import type { FinderForm } from './find-parts-page.ts'
import type { Alternates, CategoryTile, ProductCard } from './product-lists.ts'

export type CategoryGroup = CategoryTile & { children: CategoryTile[] }

/** The data of the home page: category tiles, reduced products and new products. */
export type HomePage = {
  alternates: Alternates
  intro: string
  categories: CategoryGroup[]
  /** The categories that most is ordered from. */
  repairs: CategoryTile[]
  campaign: ProductCard[]
  popular: ProductCard[]
  newest: ProductCard[]
  brands: { name: string; path: string }[]
  productCount: number
  deviceCount: number
  finder: FinderForm
}
