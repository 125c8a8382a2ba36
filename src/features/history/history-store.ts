import { persisted } from '../../browser/persist.ts'
import { historyCap, readHistory, type HistoryState, type ViewedProduct } from './history-state.ts'

/** What this browser has been shown (spec section 4, "Recently viewed" and "Navigation history"). */
export const $history = persisted<HistoryState>({ name: 'history', read: readHistory })

/** Adds a new product at the front; a known one stays where it is, and the sixth is dropped. */
export function recordViewed(product: ViewedProduct): void {
  const { viewed, visited } = $history.latest()
  if (viewed.some(({ sku }) => sku === product.sku)) return
  $history.set({ viewed: [product, ...viewed].slice(0, historyCap), visited })
}

/** An entry equal to the last is ignored; the oldest is dropped beyond five. */
export function recordVisit(to: string): void {
  const { viewed, visited } = $history.latest()
  if (visited.at(-1)?.to === to) return
  $history.set({ viewed, visited: [...visited, { to }].slice(-historyCap) })
}

/** Forgets the products and pages that were looked at. */
export function forgetHistory(): void {
  $history.set({ viewed: [], visited: [] })
}

/** The recently viewed products other than the one on the page. */
export function viewedExcept(sku: string | undefined): ViewedProduct[] {
  return $history.latest().viewed.filter((each) => each.sku !== sku)
}
