import { z } from 'zod/mini'
import type { Amount, LineAmounts } from '../../domain/cart/cart-amounts.ts'
import type { CartLine } from '../../domain/cart/cart-lines.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formText, formTextIfSent, formTextsByKey } from '../form-fields.ts'

/** Whether a part fits a device that the customer has saved: the one it fits, or the only one, by its own name. */
export type LineFit = { fits: true; device: string } | { fits: false; device: string | null }

/** The cart page for browsers without scripts; `key` identifies a line in its form. */
export type CartPage = {
  currency: CurrencyCode
  lines: (CartLine & { key: string; amounts: LineAmounts; fit: LineFit | null })[]
  /** Sum of the lines, without delivery. */
  items: Amount
  /** What is missing until the delivery that the checkout chooses first is free; else null. */
  leftToFree: Amount | null
  /** The checkout was not opened because too many new carts came from this network. */
  isLater: boolean
  /**
   * Set when the cart is, or would have become, too long: the maximum number of lines, the maximum for customers, how
   * many lines were left out, and how many must be removed.
   */
  limit: { most: number; maxOfCustomers: number; leftOut: number; excess: number } | null
}

/**
 * Every form that changes the cart without a script: an add-to-cart form sends `atc`, with the quantity and interval of
 * a product page or the bundle of its offer; the cart sends `quantity:<key>` of each line and the button pressed.
 */
export const cartForm = z.object({
  atc: formTextIfSent,
  quantity: formTextIfSent,
  interval: formText(16),
  bundle: formText(64),
  'quantity:': formTextsByKey,
  remove: formTextIfSent,
  action: formTextIfSent,
})
export type CartForm = z.output<typeof cartForm>
