import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'

/** The products that a listing is about; `numbers` are those of search documents (`seq`). */
export type ListingScope =
  | { category: string }
  | { brand: string }
  | { tag: string }
  | { device: string }
  | FoundBySearch
/** `owners` are some of the products by number; `newest` is the number of the newest change, as it was read. */
type FoundBySearch = { numbers: Uint32Array; owners?: ReadonlyMap<number, string>; newest?: number | undefined }

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
