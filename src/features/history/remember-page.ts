import { parseJson } from '../../browser/storage.ts'
import { readViewed } from './history-state.ts'
import { recordViewed, recordVisit, viewedExcept } from './history-store.ts'

/** The parts of a query that say what a page is about; tokens, codes and campaigns are nothing to remember. */
const kept = new Set(['q', 'page'])

/** Notes the page and its product, now and whenever Back brings it up again, and shows the products seen before it. */
export function rememberPage(): void {
  const product = readViewed(parseJson(document.querySelector<HTMLElement>('[data-viewed]')?.dataset['viewed'] ?? null))
  recordVisit(addressToKeep(location))
  showSeenBefore(product?.sku)
  if (product) recordViewed(product)
  addEventListener('pageshow', ({ persisted }) => persisted && recordVisit(addressToKeep(location)))
}

/** Loads the code that shows recently viewed products only where there are some. */
function showSeenBefore(sku: string | undefined): void {
  const section = document.querySelector<HTMLElement>('[data-recently-viewed]')
  const products = viewedExcept(sku)
  if (!section || products.length === 0) return
  void import('./show-recently-viewed.ts').then(({ showRecentlyViewed }) => showRecentlyViewed(section, products))
}

export function addressToKeep({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => kept.has(name)))
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
