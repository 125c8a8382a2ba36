import type { SearchHint } from '../calls/search-triggers.ts'
import type { FinderForm } from './find-parts-page.ts'
import type { GuideLink } from './guide-page.ts'
import type { Alternates, ProductListing } from './product-lists.ts'

/** How the shop understood the query. */
export type SearchReading = {
  /** Devices that the query names; only parts that fit one of them are listed. */
  devices: { name: string; path: string; searchPath: string }[]
  /** What the listed parts fit: the name of the only device, or what was typed; empty without devices. */
  fits: string
  /** The same search without the devices; null when there is nothing else in the query. */
  withoutDevicesPath: string | null
  /** Parts of the query that were left out, because nothing has them. */
  dropped: string[]
  /** Where nothing was found: searches for a word of the query that some parts have. */
  alone: { text: string; path: string }[]
  /** Searches with words as the shop's products spell them, where the query has an unknown one. */
  didYouMean: { text: string; path: string }[]
}

/** How many characters of a text are searched for. */
export const maxQueryLength = 200

/**
 * The search results page (spec section 2, /en/searchresults and /sv/sok); `query` is trimmed and may be too short to
 * search.
 */
export type SearchPage = {
  query: string
  /** Whether the text was longer than what was searched for. */
  isCut: boolean
  /** Set when there are more hits than are listed: the number of listed hits, the most popular ones. */
  maxListed: number | null
  alternates: Alternates
  /** The indexable URL: set for queries that match a category, unfiltered and on the first page. */
  canonicalPath: string | undefined
  reading: SearchReading
  /** What the listed parts suit by what their makers say, as it was typed. */
  fit: string | undefined
  /** The parts that the text compares, by their names, and where they are side by side. */
  compare: { one: string; other: string; path: string } | null
  hints: SearchHint[]
  categories: { name: string; path: string }[]
  /** Repair guides whose subject the query names. */
  guides: GuideLink[]
  listing: ProductListing
  finder: FinderForm
}
