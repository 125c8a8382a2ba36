import type { DeliveryKind } from '../domain/cart/delivery-methods.ts'
import type { DeliveryPlace, OrderDelivery } from '../domain/cart/delivery-points.ts'
import type { TextKey, Translate } from './translator.ts'

const kindTexts: Record<DeliveryKind, TextKey> = {
  home: 'checkout:delivery_kind.home',
  service_point: 'checkout:delivery_kind.service_point',
  pick_up: 'checkout:delivery_kind.pick_up',
  mail: 'checkout:delivery_kind.mail',
}

/** The name of a delivery method: the merchant's own, else that of its kind. */
export function deliveryName({ kind, name }: Pick<OrderDelivery, 'kind' | 'name'>, t: Translate): string {
  return name || t(kindTexts[kind])
}

export function placeRows({ name, street, postalCode, city }: DeliveryPlace): string[] {
  return [name, street, `${postalCode} ${city}`]
}
