import type { Alternates, Crumb, ProductListing } from './product-lists.ts'

/** A brand's or a product tag's page: a name, a text and its listing. */
export type NamedListPage = {
  name: string
  description: string
  path: string
  crumbs: Crumb[]
  alternates: Alternates
  listing: ProductListing
}
