import { readStored } from '../../browser/storage.ts'

/** Writes how many units the cart holds wherever the page has a `data-cart-count`. */
export function showCartCount(items: readonly unknown[]): void {
  const count = items.reduce<number>((sum, item) => sum + quantityOf(item), 0)
  for (const place of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    place.textContent = count > 0 ? String(count) : ''
    place.hidden = count === 0
  }
}

/** Shows the stored cart's count, and again when another tab changes it. No store and no React is loaded for this. */
export function watchCartCount(): void {
  showStoredCount()
  for (const event of ['storage', 'pageshow']) addEventListener(event, showStoredCount)
}

function showStoredCount(): void {
  const cart = readStored('cart')
  const items: unknown = typeof cart === 'object' && cart !== null ? Reflect.get(cart, 'items') : []
  showCartCount(Array.isArray(items) ? items : [])
}

function quantityOf(item: unknown): number {
  const quantity: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'quantity') : 0
  return typeof quantity === 'number' && quantity > 0 ? quantity : 0
}
