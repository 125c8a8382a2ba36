import type { TypedPhoneOrder } from '../../../contracts/console/phone-order.ts'
import { productType } from '../../../domain/products/products.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import type { OrderRow } from '../../ordering/orders/queries.ts'
import { addressOf } from '../orders/read-edit.ts'

/**
 * An order as it would be typed for the same buyer again. Gift cards and what a coupon added for free are left out;
 * nothing is copied of prices and the place of delivery.
 */
export function typedAgain(order: OrderRow, lines: readonly OrderLineRow[]): TypedPhoneOrder {
  const bought = lines.filter(({ type, unit_price: price }) => type !== productType.giftCard && price > 0)
  const rows = [...bought.entries()]
  return {
    key: '',
    seen: '',
    pick: '',
    'sku:': new Map(rows.map(([row, { sku }]) => [String(row), sku])),
    'units:': new Map(rows.map(([row, { quantity }]) => [String(row), String(quantity)])),
    ...addressOf(order),
    email: order.email,
    country: order.country,
    language: order.language,
    customer_kind: order.customer_kind,
    organization_number: order.organization_number ?? '',
    vat_number: order.vat_number ?? '',
    order_reference: '',
    delivery_method: order.delivery_method,
    service_point: '',
    payment_method: order.payment_method === 'invoice' ? 'invoice' : 'link',
  }
}
