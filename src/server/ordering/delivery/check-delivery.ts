import type { DeliveryErrorCode, CheckoutForm, FieldErrors } from '../../../domain/checkout-form.ts'
import type { DeliveryOffer } from '../../../domain/delivery-methods.ts'
import type { DeliveryPlace } from '../../../domain/delivery-points.ts'
import type { Language } from '../../../domain/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { DeliveryPreference, OfferedDelivery } from './offered-delivery.ts'
import { pickUpPlace } from './pick-up-place.ts'
import { isMethod } from '../../catalog/delivery/queries.ts'
import type { PointsNear } from './points-near.ts'

type Chosen = Pick<CheckoutForm, 'delivery_method' | 'service_point'>

/** What a form asks for; where no service point can be had, ways that need one are not offered. */
export function preferenceOf({ delivery_method: method }: Chosen, { state, places }: PointsNear): DeliveryPreference {
  return { method, isWithoutPoints: state !== 'ask' && places.length === 0 }
}

/** Why an order cannot go the way that was asked for; a form that asks for none goes the shop's first. */
export async function deliveryErrors(
  db: Queryable,
  form: Chosen,
  offered: OfferedDelivery,
  points: PointsNear,
): Promise<FieldErrors> {
  const { deliveries, delivery, isTooHeavy } = offered
  if (!delivery) return { delivery_method: isTooHeavy ? 'too_heavy' : 'delivery_unavailable' }
  const { delivery_method: method, service_point: point } = form
  if (method !== '' && !deliveries.some(({ id }) => id === method))
    return { delivery_method: await refusalOf(db, method, points) }
  if (delivery.kind !== 'service_point' || placeOf(points, point)) return {}
  return { service_point: point === '' ? 'service_point_required' : 'service_point_unknown' }
}

async function refusalOf(db: Queryable, method: string, { state }: PointsNear): Promise<DeliveryErrorCode> {
  if (!(await isMethod(db, method))) return 'delivery_method_unknown'
  return state === 'failed' ? 'service_points_failed' : 'delivery_unavailable'
}

/**
 * Where the parcel waits; null when it comes to the door, or when the place that was asked for is none of those near.
 */
export function deliveryPlace(
  delivery: Pick<DeliveryOffer, 'kind'> | null,
  points: PointsNear,
  point: string,
  language: Language,
): DeliveryPlace | null {
  if (delivery?.kind === 'pick_up') return pickUpPlace(language)
  return delivery?.kind === 'service_point' ? (placeOf(points, point) ?? null) : null
}

function placeOf({ places }: PointsNear, id: string): DeliveryPlace | undefined {
  return places.find((place) => place.id === id)
}
