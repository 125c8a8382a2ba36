import type { Minor } from '../../domain/money.ts'
import { paidForPieces, sumOfPaid } from '../../domain/paid-pieces.ts'
import type { Database } from '../db/tables.ts'
import type { Pieces } from '../orders/fulfilment-queries.ts'
import { toRefund } from '../orders/line-pieces.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { refundsOf } from '../orders/refund-queries.ts'

/** What a withdrawal from these pieces pays back, delivery too when nothing of the order is left (minor units). */
export async function expectedRefund(db: Database, order: OrderRow, pieces: readonly Pieces[]): Promise<Minor> {
  const lines = await orderLineRows(db, order.id)
  const asked = new Map(pieces.map(({ position, quantity }) => [position, quantity]))
  const parts = lines.map((line) => paidForPieces(line, line.refunded, Math.min(asked.get(line.position) ?? 0, toRefund(line))))
  const isWhole = lines.every((line) => toRefund(line) <= (asked.get(line.position) ?? 0))
  const isDeliveryBack = (await refundsOf(db, order.id)).some((refund) => refund.delivery > 0)
  return sumOfPaid(parts).amount + (isWhole && !isDeliveryBack ? order.delivery_total : 0)
}
