import type { AttributeSort, ListSort } from '../../../contracts/catalog-pages/product-lists.ts'
import type { ProductColumns } from './product-columns.ts'
import { sortByNumber, type SortedNumbers } from './sorted/sort-by-number.ts'
import { sortInSlices } from './sorted/sort-in-slices.ts'

/** Orders in which all products of the shop are kept. */
export type ColumnSort = Exclude<ListSort, AttributeSort | 'stock_up' | 'stock_down'>

/** What an order by price or by name depends on: `priceOf` is NaN without a price. */
export type Sortable = { priceOf: (seq: number) => number; names: readonly string[]; collator: Intl.Collator }

/** Returns how an order compares two products; newer products come first among equal ones. */
export function comparison(columns: ProductColumns, sort: ColumnSort, { priceOf, names, collator }: Sortable) {
  const { popularity, publishedAt } = columns
  const byNumber = (numberOf: (seq: number) => number) => (one: number, other: number) =>
    numberOf(other) - numberOf(one) || other - one
  const byPrice = (sign: 1 | -1) => (one: number, other: number) => {
    const [first, second] = [priceOf(one), priceOf(other)]
    if (Number.isNaN(first) || Number.isNaN(second))
      return Number(Number.isNaN(first)) - Number(Number.isNaN(second)) || one - other
    return sign * (first - second) || one - other
  }
  const byName = (sign: 1 | -1) => (one: number, other: number) =>
    sign * collator.compare(names[one] ?? '', names[other] ?? '') || one - other
  return {
    popular: byNumber((seq) => popularity[seq] ?? 0),
    newest: byNumber((seq) => publishedAt[seq] ?? 0),
    price_up: byPrice(1),
    price_down: byPrice(-1),
    name: byName(1),
    name_down: byName(-1),
  }[sort]
}

/** Sorts all listed products as `comparison` compares them, those by a number without comparing them. */
export function sortListed(columns: ProductColumns, sort: ColumnSort, by: Sortable): Promise<Uint32Array> {
  const { popularity, publishedAt } = columns
  const listed = columns.listed()
  const isByPrice = sort === 'price_up' || sort === 'price_down'
  if (isByPrice) return sortByNumber(listed, { numberOf: by.priceOf, isDescending: sort === 'price_down' })
  const newestFirst = (numberOf: SortedNumbers['numberOf']) =>
    sortByNumber(listed.toReversed(), { numberOf, isDescending: true })
  if (sort === 'popular') return newestFirst((seq) => popularity[seq] ?? 0)
  if (sort === 'newest') return newestFirst((seq) => publishedAt[seq] ?? 0)
  return sortInSlices(listed, comparison(columns, sort, by))
}
