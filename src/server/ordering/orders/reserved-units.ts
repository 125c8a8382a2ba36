import { invalidateStock } from '../../catalog/maintenance/invalidate-stock.ts'
import { lineDetailsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { queueStockNews } from '../../platform/webhooks/stock-news-queries.ts'
import { endReserved, moveStock, type OrderLineRow, type LineUnits } from './fulfilment-queries.ts'
import { heldReservations } from './queries.ts'

type Goods = { product_id: string; quantity: number }

/**
 * Converts units of order lines to stock units, sorted by product id. Sets count as the items that they had when sold;
 * gift cards have no stock.
 */
export function goodsOf(lines: readonly OrderLineRow[], taken: readonly LineUnits[]): Goods[] {
  const wanted = new Map<string, number>()
  for (const { position, quantity } of taken) {
    const line = lines.find((each) => each.position === position)
    if (!line) continue
    const { pieces: stockItems = [{ product_id: line.product_id, quantity: 1 }] } = lineDetailsJson.read(line.details)
    for (const item of stockItems)
      wanted.set(item.product_id, (wanted.get(item.product_id) ?? 0) + item.quantity * quantity)
  }
  return [...wanted]
    .map(([product_id, quantity]) => ({ product_id, quantity }))
    .sort((a, b) => (a.product_id < b.product_id ? -1 : 1))
}

/** Removes shipped goods from stock. Stock and reserved counts drop together, so availability does not change. */
export async function consumeReserved(
  trx: DatabaseTransaction,
  orderId: string,
  goods: readonly Goods[] | 'all',
  now: Date,
): Promise<void> {
  const ended = await endHeld(trx, orderId, goods, 'consumed', now)
  await queueStockNews(trx, [...new Set(ended.map(({ product_id: id }) => id))])
}

/** Releases reserved goods, so that others can buy them. */
export async function releaseReserved(
  trx: DatabaseTransaction,
  orderId: string,
  goods: readonly Goods[],
  now: Date,
): Promise<void> {
  await invalidateStock(trx, await endHeld(trx, orderId, goods, 'released', now), now)
}

/** Adds returned goods to stock. */
export async function restock(trx: DatabaseTransaction, goods: readonly Goods[], now: Date): Promise<void> {
  for (const { product_id: productId, quantity } of goods)
    await moveStock(trx, productId, { onHand: quantity, reserved: 0 })
  await invalidateStock(trx, goods, now)
}

async function endHeld(
  trx: DatabaseTransaction,
  orderId: string,
  goods: readonly Goods[] | 'all',
  status: 'consumed' | 'released',
  now: Date,
): Promise<Goods[]> {
  const ended: Goods[] = []
  for (const reservation of await heldReservations(trx, orderId)) {
    const { product_id } = reservation
    const wanted =
      goods === 'all' ? reservation.quantity : (goods.find((each) => each.product_id === product_id)?.quantity ?? 0)
    const quantity = Math.min(wanted, reservation.quantity)
    if (quantity <= 0) continue
    await endReserved(trx, reservation, { id: newId(now.getTime()), quantity, status })
    await moveStock(trx, product_id, { onHand: status === 'consumed' ? -quantity : 0, reserved: -quantity })
    ended.push({ product_id, quantity })
  }
  return ended
}
