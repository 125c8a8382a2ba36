import type { OrderPage, TrackedOrder } from '../../../contracts/customer-pages/order-page.ts'
import { withoutVat, type Totals } from '../../../domain/cart/cart-amounts.ts'
import type { OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import { wasConfirmed, type OrderStatus } from '../../../domain/orders/order-status.ts'
import { normalizePostalCode } from '../../../domain/places/postal-codes.ts'
import { addressJson, codesJson, deliveryJson, lineDetailsJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { shownCode } from '../../pricing/discounts/load-coupons.ts'
import { orderLineRows, type OrderRow } from './queries.ts'

export async function orderPage(db: Queryable, order: OrderRow): Promise<OrderPage> {
  const lines = await orderLineRows(db, order.id)
  return {
    number: order.number,
    status: order.status,
    placedAt: order.placed_at,
    email: order.email,
    currency: order.currency,
    country: order.country,
    checkoutId: order.checkout_id,
    paymentMethod: order.payment_method,
    address: addressJson.read(order.address),
    delivery: shownDelivery(order),
    references: {
      orderReference: order.order_reference,
      costCentre: order.cost_centre,
      invoiceAddress: order.invoice_address,
      peppolId: order.peppol_id,
      message: order.message,
    },
    vatNumber: order.vat_number,
    isReverseCharged: order.reverse_charge === 1,
    lines: lines.map((line) => ({
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      unit: withoutVat(line.unit_price, line.vat_rate),
      total: { inc: line.line_total, ex: line.line_total - line.vat_total },
      vatPercent: line.vat_rate / 100,
      everyDays: intervalOf(line),
    })),
    totals: orderTotals(order, lines),
    coupons: codesJson.read(order.coupons).map(shownCode),
    giftCard: order.gift_card_total,
    isOnHold: order.hold === 'known_organization' && !isOver(order.status),
    toPay: wasConfirmed(order.status) && !isOver(order.status) ? order.unpaid_difference : 0,
  }
}

/** Returns the subscription interval of a line in days; 0 if it is not a subscription. */
export function intervalOf({ details }: { details: string }): number {
  const { subscription_interval: interval } = lineDetailsJson.read(details)
  const days = Number(interval?.id ?? 0)
  return Number.isSafeInteger(days) && days > 0 ? days : 0
}

/** The delivery as the buyer sees it: nobody knows when an order arrives that is on hold. */
function shownDelivery(order: OrderRow): OrderDelivery {
  const delivery = orderDelivery(order)
  return order.hold === null ? delivery : { ...delivery, arrives: undefined }
}

function isOver(status: OrderStatus): boolean {
  return status === 'cancelled' || status === 'failed' || status === 'expired'
}

/** Reads how the order is delivered. Orders from before delivery methods existed read as home delivery. */
export function orderDelivery({ delivery }: Pick<OrderRow, 'delivery'>): OrderDelivery {
  return deliveryJson.read(delivery)
}

function orderTotals(order: OrderRow, lines: Awaited<ReturnType<typeof orderLineRows>>): Totals {
  const itemsVat = lines.reduce((sum, line) => sum + line.vat_total, 0)
  return {
    items: { inc: order.items_total, ex: order.items_total - itemsVat },
    discount: { inc: order.discount_total, ex: order.discount_total - order.discount_vat },
    delivery: { inc: order.delivery_total, ex: order.delivery_total - order.delivery_vat },
    total: { inc: order.total, ex: order.total - order.vat_total },
  }
}

/**
 * Returns only the status of an order and when it arrives, because number and postal code can be guessed; undefined for
 * another postal code.
 */
export function trackedOrder(order: OrderRow, postalCode: string): TrackedOrder | undefined {
  const expected = compact(addressJson.read(order.address).postalCode)
  if (expected === '' || expected !== compact(postalCode)) return undefined
  const { kind, arrives } = shownDelivery(order)
  return { number: order.number, status: order.status, delivery: { kind, arrives } }
}

/** Normalizes a typed order number: trims it, removes a leading `#`, and limits it to 40 characters. */
export function parseOrderNumber(typed: string): string {
  return typed
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .replace(/^#/, '')
    .slice(0, 40)
}

function compact(postalCode: string): string {
  return normalizePostalCode(postalCode).replace(/[\s-]/g, '')
}
