import type { DeliveryKind } from '../../../domain/cart/delivery-methods.ts'
import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { pickUpPlace } from '../delivery/pick-up-place.ts'
import type { PointsNear } from '../delivery/points-near.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderDelivery } from '../orders/order-page.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import type { OrderEdit } from './order-edit.ts'

type Going = { order: OrderRow; edit: OrderEdit; form: CheckoutForm; kind: DeliveryKind; points: PointsNear }

/**
 * The place where the parcel of a changed order can be collected: the one that was chosen, the order's own while it
 * still goes there, else the nearest. Null for a delivery home. Throws OrderError if no place is known.
 */
export function placeOf(shop: Pick<Shop, 'settings'>, going: Going): DeliveryPlace | null {
  const { order, edit, kind, points } = going
  if (kind === 'pick_up') return pickUpPlace(shop.settings.seller(order.language), shop.settings.all.delivery.pickUp)
  if (kind !== 'service_point') return null
  const own = ownPlace(going)
  const known = own ? [own, ...points.places] : points.places
  const place = edit.servicePoint ? known.find(({ id }) => id === edit.servicePoint) : known[0]
  if (!place) throw new OrderError('service_point_required', 'There is no such service point near the address.')
  return place
}

/** The order's place, while neither its method nor its postal code changes. */
function ownPlace({ order, edit, form }: Going): DeliveryPlace | null {
  const { postalCode, country } = addressJson.read(order.address)
  const isSame = form.postal_code === postalCode && form.country === country
  return isSame && (edit.method ?? order.delivery_method) === order.delivery_method ? orderDelivery(order).place : null
}
