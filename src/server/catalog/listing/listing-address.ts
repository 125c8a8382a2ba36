import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { ListSort, ListView } from '../../../contracts/catalog-pages/product-lists.ts'

type Choice = Partial<Pick<ListQuery, 'brand' | 'kind' | 'stock' | 'by' | 'device' | 'price' | 'filter'>>

const nothing = {
  brand: undefined,
  kind: undefined,
  stock: undefined,
  by: undefined,
  device: undefined,
  price: undefined,
  filter: undefined,
  fit: undefined,
}

/**
 * Creates a function that builds a listing's addresses for other pages, sort orders and facets; defaults are omitted.
 */
export function listingAddress(path: string, query: ListQuery) {
  const spell = (change: Partial<ListQuery>, anchor = '') => {
    const search = searchOf({ ...query, ...change })
    return search.size > 0 ? `${path}?${search}${anchor}` : `${path}${anchor}`
  }
  return {
    /** The path, and what a form on the page must send along. */
    form: { action: path, hiddenFields: [...searchOf({ ...query, page: 1 })] },
    /** The same for the form of the day of delivery. */
    dayForm: { action: path, hiddenFields: [...searchOf({ ...query, by: undefined, page: 1 })] },
    paged: (page: number) => spell({ page }, '#grid'),
    sorted: (sort: ListSort) => spell({ sort, page: 1 }),
    viewed: (view: ListView) => spell({ view }, '#grid'),
    cleared: () => spell({ ...nothing, sort: 'popular', page: 1 }),
    chosen: (choice: Choice) => spell({ ...choice, page: 1 }),
  }
}

function searchOf(query: ListQuery): URLSearchParams {
  const search = new URLSearchParams()
  for (const name of ['q', 'brand', 'kind', 'stock', 'by', 'device', 'price', 'filter', 'fit'] as const)
    if (query[name]) search.set(name, query[name])
  if (query.sort !== 'popular') search.set('sort', query.sort)
  if (query.view !== 'grid') search.set('view', query.view)
  if (query.page > 1) search.set('page', String(query.page))
  return search
}

export type ListingAddress = ReturnType<typeof listingAddress>

/** Adds a value to a list in the address, or removes it; undefined when nothing is left. */
export function toggleValue(list: string | undefined, value: string, separator: string): string | undefined {
  const values = (list ?? '').split(separator).filter(Boolean)
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
  return next.length > 0 ? next.join(separator) : undefined
}
