import { itemCount, type CartLine } from '../../domain/cart-lines.ts'

/** Keeps the header's count right after a change on this page; the layout's first-paint script shows the stored one. */
export function showCartCount(items: readonly CartLine[]): void {
  const root = document.documentElement
  const count = itemCount(items)
  root.style.setProperty('--cart-count', String(count))
  root.toggleAttribute('data-has-cart', count > 0)
}
