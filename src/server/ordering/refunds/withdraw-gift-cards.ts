import { productType } from '../../../domain/products/products.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderLineRow, LineUnits } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { cardsOfOrder, voidCard } from '../gift-cards/queries.ts'

/** Voids the gift cards of refunded units. Throws OrderError if too few of them are unused. */
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
  for (const { position, quantity } of wanted) {
    const own = cards.filter((card) => card.position === position)
    if (own.length === 0) continue
    let left = quantity
    for (const card of own) if (left > 0 && (await voidCard(trx, card.id))) left -= 1
    if (left > 0)
      throw new OrderError(
        'not_possible',
        `Line ${position} contains gift cards, and ${left} of those to refund have been used.`,
      )
  }
}
