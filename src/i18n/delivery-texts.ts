import type { DeliveryKind } from '../domain/cart/delivery-methods.ts'
import type { DeliveryPlace, OrderDelivery } from '../domain/cart/delivery-points.ts'
import type { OrderStatus } from '../domain/orders/order-status.ts'
import type { Language } from '../domain/places/locales.ts'
import { formatDays } from './formats.ts'
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

const onItsWay: ReadonlySet<OrderStatus> = new Set(['confirmed', 'processing', 'shipped'])

type Awaited = { status: OrderStatus; isOnHold: boolean; delivery: Pick<OrderDelivery, 'kind' | 'arrives'> }

/** Says on which days an order arrives, or can be fetched, that is paid and on its way; '' where nobody knows. */
export function arrivalText({ status, isOnHold, delivery }: Awaited, language: Language, t: Translate): string {
  const { kind, arrives } = delivery
  if (!arrives || isOnHold || !onItsWay.has(status)) return ''
  if (kind === 'pick_up')
    return t('checkout:expected_ready', { day: formatDays(arrives.first, arrives.first, language) })
  return t('checkout:expected', { days: formatDays(arrives.first, arrives.last, language) })
}
