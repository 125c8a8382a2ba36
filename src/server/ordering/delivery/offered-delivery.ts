import {
  chosenOffer,
  deliveryOffers,
  mailedOffer,
  type DeliveryMethod,
  type DeliveryOffer,
} from '../../../domain/cart/delivery-methods.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { PriceTarget } from '../../../domain/money/product-prices.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { cartWeight, type Weighed } from './cart-weight.ts'

/** The requested delivery: a method id, or '' for none, and whether no service points are available. */
export type DeliveryPreference = { method: string; isWithoutPoints?: boolean }

/**
 * The delivery methods available for an order and the chosen one. `delivery` is null if the order is too heavy or its
 * country has no methods.
 */
export type OfferedDelivery = { deliveries: DeliveryOffer[]; delivery: DeliveryOffer | null; isTooHeavy: boolean }

type Order = {
  lines: readonly Weighed[]
  methods: readonly DeliveryMethod[]
  goods: Minor
  target: PriceTarget
  preference?: DeliveryPreference | undefined
}

/**
 * Calculates which delivery methods an order can have (rules in `domain/cart/delivery-methods.ts`) and chooses one. An
 * order of gift cards only is sent by e-mail.
 */
export async function offeredDelivery(
  db: Queryable,
  { country, home }: ShoppingContext,
  { lines, methods, goods, target, preference }: Order,
): Promise<OfferedDelivery> {
  const sent = lines.filter(({ quantity }) => quantity > 0)
  if (sent.length > 0 && sent.every(({ type }) => type === productType.giftCard))
    return { deliveries: [mailedOffer], delivery: mailedOffer, isTooHeavy: false }
  const grams = await cartWeight(db, sent)
  const offers = deliveryOffers(methods, { country, home: home.country, grams, goods, target })
  const deliveries = preference?.isWithoutPoints ? offers.filter(({ kind }) => kind !== 'service_point') : offers
  return {
    deliveries,
    delivery: chosenOffer(deliveries, preference?.method ?? ''),
    isTooHeavy: methods.length > 0 && offers.length === 0,
  }
}
