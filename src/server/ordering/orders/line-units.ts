import type { OrderLineRow, LineUnits } from './fulfilment-queries.ts'
import { OrderError } from './order-error.ts'

/** Counts the units of a line that are not shipped or cancelled yet. */
export function toShip({ quantity, shipped, cancelled }: OrderLineRow): number {
  return quantity - shipped - cancelled
}

/** Counts the units of a line that are not refunded yet. */
export function toRefund({ quantity, refunded }: OrderLineRow): number {
  return quantity - refunded
}

/**
 * Validates requested units against what is left of each line and returns them in line order. Without a request,
 * returns everything that is left. Throws OrderError: `units_unknown` for an unknown or repeated line or too large a
 * quantity, `nothing_left` if the result is empty.
 */
export function checkedUnits(
  lines: readonly OrderLineRow[],
  requested: readonly LineUnits[] | undefined,
  left: (line: OrderLineRow) => number,
): LineUnits[] {
  const units = requested
    ? [...requested]
    : lines.map((line) => ({ position: line.position, quantity: left(line) })).filter(({ quantity }) => quantity > 0)
  if (units.length === 0) throw new OrderError('nothing_left', 'The order has no units left for this action.')
  const seen = new Set<number>()
  for (const { position, quantity } of units) {
    const line = lines.find((each) => each.position === position)
    if (!line || seen.has(position))
      throw new OrderError('units_unknown', `The order has no line ${position}, or the line is named twice.`)
    seen.add(position)
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > left(line)) {
      throw new OrderError(
        'units_unknown',
        `Line ${position} (${line.sku}): ${quantity} requested, ${left(line)} left.`,
      )
    }
  }
  return units.sort((a, b) => a.position - b.position)
}
