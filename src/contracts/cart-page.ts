import type { Amount, LineAmounts } from '../domain/cart-amounts.ts'
import type { CartLine } from '../domain/cart-lines.ts'
import type { CurrencyCode } from '../domain/currencies.ts'

/** The cart as a page, for browsers without script; `key` names a line in its form. */
export type CartPage = {
  currency: CurrencyCode
  lines: (CartLine & { key: string; amounts: LineAmounts })[]
  /** Sum of the lines, without delivery. */
  items: Amount
}
