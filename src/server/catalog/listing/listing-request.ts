import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'

/**
 * The products that a listing is about; `numbers` are those of search documents (`seq`). `newest` is the number of the
 * newest change, where the caller has just read it.
 */
export type ListingScope = { newest?: number | undefined } & (
  | { category: string }
  | { brand: string }
  | { tag: string }
  | { device: string }
  | FoundBySearch
)
/** `owners` are some of the products by number. */
type FoundBySearch = { numbers: Uint32Array; owners?: ReadonlyMap<number, string> }

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
