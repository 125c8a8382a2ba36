import type { DeliveryOffer } from '../../../domain/cart/delivery-methods.ts'
import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { DeliveryErrorCode, CheckoutForm, FieldErrors } from '../../../domain/orders/checkout-form.ts'
import type { Seller } from '../../../domain/places/seller.ts'
import { isMethod } from '../../../domain/settings/delivery-methods.ts'
import type { DeliverySettings } from '../../../domain/settings/delivery.ts'
import type { DeliveryPreference, OfferedDelivery } from './offered-delivery.ts'
import { pickUpPlace } from './pick-up-place.ts'
import type { PointsNear } from './points-near.ts'

type Chosen = Pick<CheckoutForm, 'delivery_method' | 'service_point'>

/** Reads the delivery preference from a form. If no service point was found, methods that need one are excluded. */
export function preferenceOf({ delivery_method: method }: Chosen, { state, places }: PointsNear): DeliveryPreference {
  return { method, isWithoutPoints: state !== 'ask' && places.length === 0 }
}

/**
 * Returns the delivery errors of a form; empty if it can be delivered. A form without a delivery method gets the shop's
 * first one.
 */
export function deliveryErrors(
  settings: DeliverySettings,
  form: Chosen,
  offered: OfferedDelivery,
  points: PointsNear,
): FieldErrors {
  const { deliveries, delivery, isTooHeavy } = offered
  if (!delivery) return { delivery_method: isTooHeavy ? 'too_heavy' : 'delivery_unavailable' }
  const { delivery_method: method, service_point: point } = form
  if (method !== '' && !deliveries.some(({ id }) => id === method))
    return { delivery_method: refusalOf(settings, method, points) }
  if (delivery.kind !== 'service_point' || placeOf(points, point)) return {}
  return { service_point: point === '' ? 'service_point_required' : 'service_point_unknown' }
}

function refusalOf(settings: DeliverySettings, method: string, { state }: PointsNear): DeliveryErrorCode {
  if (!isMethod(settings, method)) return 'delivery_method_unknown'
  return state === 'failed' ? 'service_points_failed' : 'delivery_unavailable'
}

/**
 * Returns the place where the parcel can be picked up. Null for home delivery, or if the requested point is not among
 * those nearby.
 */
export function deliveryPlace(
  delivery: Pick<DeliveryOffer, 'kind'> | null,
  points: PointsNear,
  point: string,
  { seller, pickUp }: { seller: Seller; pickUp: DeliverySettings['pickUp'] },
): DeliveryPlace | null {
  if (delivery?.kind === 'pick_up') return pickUpPlace(seller, pickUp)
  return delivery?.kind === 'service_point' ? (placeOf(points, point) ?? null) : null
}

function placeOf({ places }: PointsNear, id: string): DeliveryPlace | undefined {
  return places.find((place) => place.id === id)
}
