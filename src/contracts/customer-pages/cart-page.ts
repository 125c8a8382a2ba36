import type { Amount, LineAmounts } from '../../domain/cart/cart-amounts.ts'
import type { CartLine } from '../../domain/cart/cart-lines.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'

/** The cart page for browsers without scripts; `key` identifies a line in its form. */
export type CartPage = {
  currency: CurrencyCode
  lines: (CartLine & { key: string; amounts: LineAmounts })[]
  /** Sum of the lines, without delivery. */
  items: Amount
  /** The checkout was not opened because too many new carts came from this network. */
  isLater: boolean
  /**
   * Set when the cart is, or would have become, too long: the maximum number of lines, the maximum for customers, how
   * many lines were left out, and how many must be removed.
   */
  limit: { most: number; mostOfCustomers: number; leftOut: number; excess: number } | null
}
