import type { Amount, LineAmounts } from '../domain/cart-amounts.ts'
import type { CartLine } from '../domain/cart-lines.ts'
import type { CurrencyCode } from '../domain/currencies.ts'

/** The cart as a page, for browsers without script; `key` names a line in its form. */
export type CartPage = {
  currency: CurrencyCode
  lines: (CartLine & { key: string; amounts: LineAmounts })[]
  /** Sum of the lines, without delivery. */
  items: Amount
  /** The checkout was asked for and not opened: too many new carts came from this network. */
  isLater: boolean
  /**
   * Only where the cart is, or would have become, too long: lines it may have, how many were left out, and how many
   * must go.
   */
  limit: { most: number; mostOfCustomers: number; leftOut: number; excess: number } | null
}
