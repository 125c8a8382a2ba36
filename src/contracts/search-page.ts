import type { FinderForm } from './find-parts-page.ts'
import type { Alternates, ProductListing } from './product-lists.ts'
import type { SearchHint } from './search-triggers.ts'

/** Search results (spec section 2, /en/searchresults and /sv/sok); `query` is trimmed and may be too short. */
export type SearchPage = {
  query: string
  /** Where there are more hits than are listed: how many are, the most popular ones. */
  mostListed: number | null
  alternates: Alternates
  /** Where search engines may have it: words that the shop has a category for, unfiltered and from the first hit on. */
  canonicalPath: string | undefined
  hints: SearchHint[]
  categories: { name: string; path: string }[]
  listing: ProductListing
  finder: FinderForm
}
