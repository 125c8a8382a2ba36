import type { FinderForm } from './find-parts-page.ts'
import type { Alternates, ProductListing } from './product-lists.ts'
import type { SearchHint } from '../calls/search-triggers.ts'

/**
 * The search results page (spec section 2, /en/searchresults and /sv/sok); `query` is trimmed and may be too short to
 * search.
 */
export type SearchPage = {
  query: string
  /** Set when there are more hits than are listed: the number of listed hits, the most popular ones. */
  mostListed: number | null
  alternates: Alternates
  /** The indexable URL: set for queries that match a category, unfiltered and on the first page. */
  canonicalPath: string | undefined
  hints: SearchHint[]
  categories: { name: string; path: string }[]
  listing: ProductListing
  finder: FinderForm
}
