import type { CartLine } from '../../../domain/cart/cart-lines.ts'

/** A part that is gone says so in every answer of the shop, until it is taken out. */
const lasting = 'gone'

/**
 * A line as the shop answers it, with what it said before as long as the shopper has not seen that: a quantity that was
 * cut is whole again in the next answer, which must not take the alert away (spec section 2, "Cart line display").
 */
export function withUnseenNotices(line: CartLine, known: readonly CartLine[]): CartLine {
  const before = known.find(({ uuid }) => uuid === line.uuid)
  if (!before || before.quantity !== line.quantity) return line
  const notice = before.cart_notice === lasting || before.price !== line.price ? null : before.cart_notice
  return {
    ...line,
    cart_notice: line.cart_notice ?? notice ?? null,
    adjusted_quantity: line.adjusted_quantity ?? before.adjusted_quantity ?? null,
  }
}

/**
 * The lines that an answer leaves out because the shop does not sell their parts any more, as they are shown until the
 * next answer.
 */
export function goneLines(known: readonly CartLine[], answered: readonly CartLine[]): CartLine[] {
  const left = new Set(answered.map(({ uuid }) => uuid))
  return known
    .filter((line) => line.quantity > 0 && !line.added_by_coupon && !left.has(line.uuid))
    .map((line) => ({ ...line, quantity: 0, cart_notice: lasting, adjusted_quantity: 0, stock_status: 'out_of_stock' }))
}

export function withoutNotices(line: CartLine): CartLine {
  return hasNotice(line) ? { ...line, cart_notice: null, adjusted_quantity: null } : line
}

/** Whether a line has something to say that goes once it was seen. */
export function hasNotice({ cart_notice: notice, adjusted_quantity: adjusted, quantity }: CartLine): boolean {
  return quantity > 0 && (Boolean(notice) || typeof adjusted === 'number')
}
