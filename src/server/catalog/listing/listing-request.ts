import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'

/** The products that a listing is about; `numbers` are those of search documents (`seq`). */
export type ListingScope =
  | { category: string }
  | { brand: string }
  | { tag: string }
  | { device: string }
  | { numbers: Uint32Array }

/** The input of a listing page. */
export type ListingRequest = {
  context: ShoppingContext
  query: ListQuery
  scope: ListingScope
  /** The listing's path without its query. */
  path: string
  /** Whether the numbers of the scope are in order of relevance. */
  isByRelevance?: boolean
  now: Date
}
