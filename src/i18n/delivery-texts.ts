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

/** The name of the method, and the address of the place where the parcel is collected. */
export function deliveryRows(delivery: Pick<OrderDelivery, 'kind' | 'name' | 'place'>, t: Translate): string[] {
  return [deliveryName(delivery, t), ...(delivery.place ? placeRows(delivery.place) : [])]
}

export function placeRows({ name, street, postalCode, city }: DeliveryPlace): string[] {
  return [name, street, `${postalCode} ${city}`]
}

const onItsWay: ReadonlySet<OrderStatus> = new Set(['confirmed', 'processing', 'shipped'])

type Expected = { status: OrderStatus; delivery: Pick<OrderDelivery, 'kind' | 'arrives'> }
/** `today` is the day in the shop's country: `2026-06-15`. */
type Reader = { language: Language; today: string }

/**
 * Says on which days an order arrives, or can be fetched, that is paid and on its way, or when it should have come; ''
 * where nobody knows.
 */
export function arrivalText({ status, delivery }: Expected, { language, today }: Reader, t: Translate): string {
  const { kind, arrives } = delivery
  if (!arrives || !onItsWay.has(status)) return ''
  const { first, last } = arrives
  if (kind !== 'pick_up')
    return t(today > last ? 'checkout:expected_late' : 'checkout:expected', {
      days: formatDays(first, last, language),
    })
  // What has left the shelf is ready.
  return today > first || status === 'shipped'
    ? ''
    : t('checkout:expected_ready', { day: formatDays(first, first, language) })
}
