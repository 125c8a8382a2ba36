import type { OrderItem, OrderList, ReturnItem } from '../../../contracts/customer-pages/my-account.ts'
import { pageOf } from '../../../domain/pagination.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import {
  countOwnOrders,
  lineNames,
  ownOrderRows,
  ownReturnRows,
  returnNames,
  type OrderReader,
  type WantedOrders,
} from '../orders/own-order-queries.ts'
import { partlyBack } from '../refunds/partly-back.ts'
import { shownReturn } from './shown-return.ts'

const ordersOnAPage = 20
const maxWords = 5

type Asked = { page: number; text: string }

/**
 * Lists one page of orders, newest first; with a text, those that have all of its words. A page number that is too
 * large returns the last page.
 */
export async function listOwnOrders(
  db: Queryable,
  reader: OrderReader,
  { page: wanted, text }: Asked,
): Promise<OrderList> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords)
  const count = await countOwnOrders(db, reader, { words })
  const { pages } = pageOf(1, ordersOnAPage, count)
  const page = pageOf(Math.min(Math.max(1, wanted), pages), ordersOnAPage, count)
  return {
    page,
    text,
    isSearched: text !== '' || count > ordersOnAPage,
    orders: await orderItems(db, reader, { words, limit: ordersOnAPage, offset: (page.page - 1) * ordersOnAPage }),
  }
}

export async function orderItems(
  db: Queryable,
  reader: OrderReader,
  range: WantedOrders & { limit: number; offset: number },
): Promise<OrderItem[]> {
  const rows = await ownOrderRows(db, reader, range)
  const lines = Map.groupBy(
    await lineNames(
      db,
      rows.map(({ id }) => id),
    ),
    ({ order_id: id }) => id,
  )
  const partly = await partlyBack(db, rows)
  return rows.map((row) => {
    const own = lines.get(row.id) ?? []
    return {
      number: row.number,
      status: row.status,
      partly: partly.get(row.id) ?? null,
      placedAt: row.placed_at,
      total: row.total,
      currency: row.currency,
      isReverseCharged: row.reverse_charge === 1,
      orderReference: row.order_reference,
      units: own.reduce((sum, { quantity }) => sum + quantity, 0),
      names: own.map(({ name }) => name),
      orderedBy: row.customer_id !== null && row.customer_id !== reader.customerId ? row.customer_name : null,
    }
  })
}

export async function ownReturns(db: Queryable, reader: OrderReader): Promise<ReturnItem[]> {
  const rows = await ownReturnRows(db, reader)
  const names = Map.groupBy(
    await returnNames(
      db,
      rows.map(({ id }) => id),
    ),
    ({ return_id: id }) => id,
  )
  return rows.map((row) => ({
    number: row.number,
    orderNumber: row.order_number,
    kind: row.kind,
    shown: shownReturn({
      status: row.status,
      refusal: row.refusal,
      refund: row.refunded === null ? null : { amount: row.refunded, setOff: row.set_off ?? 0 },
      isExchanged: row.exchange_order !== null,
    }),
    requestedAt: row.requested_at,
    receivedAt: row.received_at,
    names: (names.get(row.id) ?? []).map(({ name }) => name),
  }))
}
