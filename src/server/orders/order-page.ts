import type { OrderPage, TrackedOrder } from '../../contracts/order-page.ts'
import { normalizePostalCode } from '../../domain/postal-codes.ts'
import type { OrderAddress } from '../checkout/order-rows.ts'
import type { Queryable } from '../db/tables.ts'
import type { Shop } from '../shop.ts'
import { latestOrderOf, orderByNumber, orderEventRows, orderLineRows, type OrderRow } from './queries.ts'

/** The newest order of a checkout, for its confirmation and failed pages; undefined when there is none. */
export async function checkoutOrder({ db }: Shop, checkoutId: string): Promise<OrderPage | undefined> {
  const order = await latestOrderOf(db, checkoutId)
  return order && orderPage(db, order)
}

export async function orderPage(db: Queryable, order: OrderRow): Promise<OrderPage> {
  const lines = await orderLineRows(db, order.id)
  return {
    number: order.number, status: order.status, placedAt: order.placed_at, email: order.email, currency: order.currency,
    country: order.country, checkoutId: order.checkout_id, paymentMethod: order.payment_method,
    address: JSON.parse(order.address) as OrderAddress,
    lines: lines.map((line) => ({
      sku: line.sku, name: line.name, quantity: line.quantity, unitPrice: line.unit_price, total: line.line_total,
      vatPercent: line.vat_rate / 100,
    })),
    totals: {
      items: order.items_total, discount: order.discount_total, delivery: order.delivery_total, vat: order.vat_total, total: order.total,
    },
  }
}

/** The status alone, for whoever knows number and postal code; one neutral undefined for everything else. */
export async function trackOrder({ db }: Shop, number: string, postalCode: string): Promise<TrackedOrder | undefined> {
  const order = await orderByNumber(db, number.trim().replace(/^#/, '').slice(0, 40))
  if (!order) return undefined
  const same = compact((JSON.parse(order.address) as OrderAddress).postalCode) === compact(postalCode)
  if (!same || compact(postalCode) === '') return undefined
  const events = await orderEventRows(db, order.id)
  return {
    number: order.number, status: order.status, placedAt: order.placed_at,
    events: events.filter((event) => event.from_status !== event.to_status).map((event) => ({ status: event.to_status, at: event.at })),
  }
}

function compact(postalCode: string): string {
  return normalizePostalCode(postalCode).replace(/[\s-]/g, '')
}
