import { documentJson } from '../../../../src/server/ordering/documents/document-json.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { clock, money } from './editor.ts'

export const parcel = (shop: Shop, orderId: string, ...parts: [position: number, quantity: number][]) => {
  clock.advance(1)
  return shipOrder(shop, {
    orderId,
    actor: 'x',
    carrier: '',
    trackingNumber: '',
    ...(parts.length > 0 && { units: parts.map(([position, quantity]) => ({ position, quantity })) }),
  })
}

export const refund = (shop: Shop, orderId: string, position: number, quantity: number) =>
  refundOrder(shop, { orderId, actor: 'x', reason: '', units: [{ position, quantity }], withDelivery: false })

export async function papers({ db }: Shop, orderId: string) {
  const rows = await db.selectFrom('documents').selectAll().where('order_id', '=', orderId).orderBy('number').execute()
  return rows.map((row) => documentJson.read(row.content))
}

/** The documents of an order as kind, total and VAT. */
export const charges = async (shop: Shop, orderId: string) =>
  (await papers(shop, orderId)).map(({ kind, total, vat }) => [kind, total, vat])

export const invoices = async ({ db }: Shop, orderId: string) =>
  (await db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).orderBy('number').execute()).map(
    ({ amount, credited, paid, state }) => [amount, credited, paid, state],
  )

/** What the documents charge, less what they credit. */
export async function charged(shop: Shop, orderId: string) {
  return (await papers(shop, orderId)).reduce(
    (sum, { kind, total, vat }) => {
      const sign = kind === 'credit_note' ? -1 : 1
      return { total: sum.total + sign * total, vat: sum.vat + sign * vat }
    },
    { total: 0, vat: 0 },
  )
}

/** The order's total and VAT less its refunds. */
export async function due(shop: Shop, orderId: string) {
  const order = await orderById(shop.db, orderId)
  return (await refundsOf(shop.db, orderId)).reduce(
    (sum, each) => ({ total: sum.total - each.amount, vat: sum.vat - each.vat }),
    {
      total: order?.total ?? 0,
      vat: order?.vat_total ?? 0,
    },
  )
}

export const held = async (shop: Shop, orderId: string) =>
  (await money(shop, orderId)).reduce((sum, [, captured = 0, back = 0]) => sum + Number(captured) - Number(back), 0)
