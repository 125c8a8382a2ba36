import type { ProductDelivery } from '../../../contracts/catalog-pages/product-page.ts'
import { arrivalOf } from '../../../domain/cart/arrival.ts'
import { extraDays } from '../../../domain/cart/delivery-areas.ts'
import {
  chosenOffer,
  deliveryOffers,
  unknownGrams,
  type DeliveryMethod,
  type DeliveryOffer,
} from '../../../domain/cart/delivery-methods.ts'
import { toMajor, toMinor } from '../../../domain/money/money.ts'
import { shopperPrice, type PriceTarget } from '../../../domain/money/product-prices.ts'
import { isPostalCode, postalCodeRule } from '../../../domain/places/postal-codes.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { productType } from '../../../domain/products/products.ts'
import { areasOf, deliveryMethods, dispatchRules } from '../../../domain/settings/delivery-methods.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { readPricing } from '../pricing.ts'
import { setItemWeightRows, waitDays } from './queries.ts'

/** Maximum delay until changed rates show in delivery prices of product pages, in milliseconds. */
const cacheMs = 60_000

/** One piece of a product: `price` in the shopper's currency including VAT, `grams` null if unknown. */
export type Piece = { id: string; type: number; grams: number | null; price: number; isInStock: boolean }

/**
 * Calculates when one piece would arrive and what its delivery costs; the method is the one that the checkout chooses
 * first. Null when the product is sent by e-mail, is too heavy, or nothing is shipped to the country. `postalCode` is
 * what the shopper typed; a wrong one changes nothing and is reported.
 */
export async function productDelivery(
  shop: Shop,
  context: ShoppingContext,
  piece: Piece,
  postalCode: string,
): Promise<ProductDelivery | null> {
  if (piece.type === productType.giftCard) return null
  const { country, language, home } = context
  const { delivery } = shop.settings.all
  const methods = deliveryMethods(delivery, country, language)
  const areas = areasOf(delivery, country)
  const target = await targetOf(shop, context)
  const offer = offerOfPiece(methods, context, target, { grams: await gramsOf(shop.db, piece), price: piece.price })
  if (!offer) return null
  const freeFrom = methods.find(({ id }) => id === offer.id)?.freeFrom ?? null
  const [soonest, latest] = offer.days
  const later = isPostalCode(country, postalCode) ? extraDays(areas, postalCode) : 0
  const wait = piece.isInStock ? await waitDays(shop.db, [{ product_id: piece.id, quantity: 1 }]) : 0
  return {
    arrival: piece.isInStock
      ? arrivalOf(shop.now(), country, [soonest + later, latest + later], dispatchRules({ home, delivery }), {
          waitDays: wait,
        })
      : null,
    freight: toMajor(offer.price.inc),
    freeFrom: freeFrom === null ? null : toMajor(shopperPrice({ currency: home.currency, amount: freeFrom }, target)),
    vat: target.vatRate / 100,
    postalCode: areas.length > 0 ? requestedCode(country, postalCode) : null,
  }
}

/** The delivery of one piece that the checkout chooses first; null when nothing carries it to the country. */
export function offerOfPiece(
  methods: readonly DeliveryMethod[],
  { country, home }: ShoppingContext,
  target: PriceTarget,
  { grams, price }: { grams: number; price: number },
): DeliveryOffer | null {
  return chosenOffer(deliveryOffers(methods, { country, home: home.country, grams, goods: toMinor(price), target }), '')
}

function requestedCode(country: string, text: string): ProductDelivery['postalCode'] {
  const isWrong = text !== '' && !isPostalCode(country, text)
  return { text, isWrong, example: postalCodeRule(country)?.example ?? '' }
}

function targetOf({ db, memory, now }: Shop, context: ShoppingContext): Promise<PriceTarget> {
  const { country, currency } = context
  return memory.remember(`delivery:${country}:${currency.code}:${dayOf(now(), context.home)}`, cacheMs, async () =>
    (await readPricing(db, context, now())).target('standard'),
  )
}

/** A set weighs the sum of its items. */
async function gramsOf(db: Queryable, { id, type, grams }: Piece): Promise<number> {
  if (type !== productType.set) return grams || unknownGrams
  return gramsOfSet(await setItemWeightRows(db, [id]))
}

export function gramsOfSet(items: Awaited<ReturnType<typeof setItemWeightRows>>): number {
  return items.reduce(
    (sum, { weight_grams: own, parent_grams: parent, quantity }) => sum + (own || parent || unknownGrams) * quantity,
    0,
  )
}
