import type { ListQuery } from '../../../contracts/list-query.ts'
import type { ShoppingContext } from '../../../domain/shopping-context.ts'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import type { ListingFilter } from './listing-queries.ts'

/** Quick index reads come from `db`, what costs more the more products there are from `listDb`. */
export type ListingSource = Pick<ShopDatabase, 'db' | 'listDb'>

/** What a listing page asks for. */
export type ListingRequest = {
  context: ShoppingContext
  query: ListQuery
  scope: ListingFilter['scope']
  /** Path of the listing without its query. */
  path: string
  /** Known number of products without any filter, so that it need not be counted. */
  total?: number
  /**
   * The page's products where something else (relevance) has already ordered them, those of the query's device alone.
   */
  ranked?: { ids: string[]; total: number }
  now: Date
}
