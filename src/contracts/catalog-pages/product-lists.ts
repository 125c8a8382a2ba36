import type { Pagination } from '../../domain/pagination.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { SearchProduct, Thumb } from '../../domain/products/products.ts'

/** A breadcrumb; its path is in the shopper's language. */
export type Crumb = { name: string; path: string }

/** Paths of the same page in both languages, for the language switcher and hreflang. */
export type Alternates = Record<Language, string>

/**
 * A product in a grid or list. `facts` are the two or three values that decide in its category; `device` is the name of
 * one of the devices it fits. `replaced_by` is the part to buy instead of one that its maker replaced.
 */
export type ProductCard = SearchProduct & {
  featured: Thumb | null
  facts: string[]
  device: string | null
  device_count: number
  replaced_by: { name: string; path: string } | null
}

/** The device that a listing is filtered by, with the page of all its parts in both languages. */
export type NamedDevice = { slug: string; name: string; paths: Alternates }

export type CategoryTile = { id: string; name: string; path: string; count: number; pictureId: string | null }

export const sorts = ['popular', 'newest', 'price_up', 'price_down', 'name'] as const
export type Sort = (typeof sorts)[number]
/** Orders that only the heads of a table offer, beside those by an attribute. */
export const headSorts = ['name_down', 'stock_up', 'stock_down'] as const
/** An order by an attribute's values: `read_speed:desc`. */
export type AttributeSort = `${string}:${'asc' | 'desc'}`
export type ListSort = Sort | (typeof headSorts)[number] | AttributeSort

export function isAttributeSort(sort: ListSort): sort is AttributeSort {
  return sort.includes(':')
}

export const listViews = ['grid', 'table'] as const
export type ListView = (typeof listViews)[number]

/** The head of a column. Its path sorts by the column; by the one that the list is sorted by, it turns the order. */
export type TableHead = { path: string; sorted: 'ascending' | 'descending' | null }
/** A column of an attribute. One of plain numbers has its unit in the head, others have it in their cells. */
export type AttributeColumn = TableHead & { id: string; name: string; unit: string; isNumeric: boolean }
/** `cells` has a row for each product of the listing with a text for each attribute, null where it has no value. */
export type ListTable = {
  name: TableHead
  stock: TableHead
  price: TableHead
  attributes: AttributeColumn[]
  cells: (string | null)[][]
}

/** One option of a facet; `path` toggles it and returns to page 1. */
export type FacetValue = { value: string; label: string; count: number; chosen: boolean; path: string }
/** A bar of a histogram: the products with a number between two others. */
export type RangeBar = { from: number; to: number; count: number }
/**
 * Two number fields over the products' numbers. `from` and `to` are chosen, null where the range is open; `least` and
 * `most` are what there is. The form sends `name`, the two numbers and `hiddenFields`, the rest of the address, to
 * `action`.
 */
export type FacetRange = {
  name: string
  unit: string
  from: number | null
  to: number | null
  least: number
  most: number
  bars: RangeBar[]
  action: string
  hiddenFields: [name: string, value: string][]
  /** Prices only: whether the numbers are with or without VAT. */
  vat: 'inc' | 'ex' | null
}
/** A field for the last day of delivery; the form sends it as `by`, with `hiddenFields`, to `action`. */
export type FacetDay = { chosen: string | null; action: string; hiddenFields: [name: string, value: string][] }
/** A facet has values to choose from, ranges, or both; prices have a range with and one without VAT. */
export type Facet = {
  id: string
  label: string
  unit: string
  values: FacetValue[]
  ranges: FacetRange[]
  day?: FacetDay
}

/** One page of a listing with its facets, sorting and pagination. */
export type ProductListing = {
  products: ProductCard[]
  facets: Facet[]
  chosen: FacetValue[]
  sort: ListSort
  /** The name of the attribute that the listing is sorted by. */
  sortedBy: string | null
  /** Whether the order `popular` is by relevance, as in a search. */
  isRanked: boolean
  /** Path of this listing by sort order. */
  sortPaths: Record<Sort, string>
  /** The columns of the table; null where the products are shown as cards. */
  table: ListTable | null
  /** Path of this page of the listing by view. */
  viewPaths: Record<ListView, string>
  /** Path of the listing in this view without any choice. */
  clearPath: string
  page: Pagination
  /** Path of page N, with the grid anchor, for every N in `pageLinks(page)`. */
  pagePaths: Record<number, string>
  /** The device that all products of the listing fit. */
  device: NamedDevice | null
  /** Whether any facet is chosen; such pages are not indexed. */
  filtered: boolean
}
