import type { Alternates, Crumb, ProductListing } from './product-lists.ts'

/** The page of a brand or product tag: name, text and listing. */
export type NamedListPage = {
  name: string
  description: string
  path: string
  crumbs: Crumb[]
  alternates: Alternates
  listing: ProductListing
}
