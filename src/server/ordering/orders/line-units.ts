import type { OrderLineRow, Pieces } from './fulfilment-queries.ts'
import { OrderError } from './order-error.ts'

/** Pieces of a line that have still to be sent. */
export function toShip({ quantity, shipped, cancelled }: OrderLineRow): number {
  return quantity - shipped - cancelled
}

/** Pieces of a line that have been paid and not paid back. */
export function toRefund({ quantity, refunded }: OrderLineRow): number {
  return quantity - refunded
}

/**
 * The pieces that are asked for, or all that are left where none are named. Throws OrderError for a line or a quantity
 * that the order does not have, and when nothing is left.
 */
export function checkedPieces(
  lines: readonly OrderLineRow[],
  asked: readonly Pieces[] | undefined,
  left: (line: OrderLineRow) => number,
): Pieces[] {
  const pieces = asked
    ? [...asked]
    : lines.map((line) => ({ position: line.position, quantity: left(line) })).filter(({ quantity }) => quantity > 0)
  if (pieces.length === 0) throw new OrderError('nothing_left', 'The order has no pieces left for that.')
  const seen = new Set<number>()
  for (const { position, quantity } of pieces) {
    const line = lines.find((each) => each.position === position)
    if (!line || seen.has(position))
      throw new OrderError('pieces_unknown', `The order has no such line, or it is named twice: ${position}.`)
    seen.add(position)
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > left(line)) {
      throw new OrderError(
        'pieces_unknown',
        `Of ${line.sku} (line ${position}) there are ${left(line)} left, not ${quantity}.`,
      )
    }
  }
  return pieces.sort((a, b) => a.position - b.position)
}
