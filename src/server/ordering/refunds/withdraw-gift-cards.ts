import { productType } from '../../../domain/products/products.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { cardsOfOrder, voidCard } from '../gift-cards/queries.ts'
import type { OrderLineRow, LineUnits } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'

/**
 * Voids the gift cards of refunded units. Throws OrderError if too few of them are unused. Comes after stock, coupons
 * and the cards that paid, and goes by the ids of the cards, which is how an order takes them: the two do not deadlock.
 */
export async function withdrawGiftCards(
  trx: DatabaseTransaction,
  orderId: string,
  lines: readonly OrderLineRow[],
  units: readonly LineUnits[],
): Promise<void> {
  const wanted = units.filter(({ position }) =>
    lines.some((line) => line.position === position && line.type === productType.giftCard),
  )
  const cards = wanted.length > 0 ? await cardsOfOrder(trx, orderId) : []
  const made = new Set(cards.map(({ position }) => position))
  const left = new Map(
    wanted.filter(({ position }) => made.has(position)).map((each) => [each.position, each.quantity]),
  )
  for (const { id, position } of cards.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const open = position === null ? 0 : (left.get(position) ?? 0)
    if (position !== null && open > 0 && (await voidCard(trx, id))) left.set(position, open - 1)
  }
  for (const [position, used] of left)
    if (used > 0)
      throw new OrderError(
        'not_possible',
        `Line ${position} contains gift cards, and ${used} of those to refund have been used.`,
      )
}
