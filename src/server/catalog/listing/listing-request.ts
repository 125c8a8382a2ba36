import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import type { ListingFilter } from './listing-queries.ts'

/** `db` is for fast index reads, `listDb` for queries whose cost grows with the number of products. */
export type ListingSource = Pick<ShopDatabase, 'db' | 'listDb'>

/** The input of a listing page. */
export type ListingRequest = {
  context: ShoppingContext
  query: ListQuery
  scope: ListingFilter['scope']
  /** The listing's path without its query. */
  path: string
  /** The number of products without any filter where it is known, which saves a count. */
  total?: number
  /**
   * The page's products where the caller has ordered them by relevance; already filtered by the query's device only.
   */
  ranked?: { ids: string[]; total: number }
  now: Date
}
