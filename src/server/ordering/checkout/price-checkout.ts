import {
  cartAmounts,
  lessVat,
  orderTotals,
  type Amount,
  type LineAmounts,
  type Totals,
} from '../../../domain/cart/cart-amounts.ts'
import { hasFreeDelivery } from '../../../domain/cart/coupons.ts'
import { leftToFree, type DeliveryOffer } from '../../../domain/cart/delivery-methods.ts'
import { discountTerms, type DiscountTerms } from '../../../domain/cart/discount-terms.ts'
import { isGiftCard } from '../../../domain/cart/gift-cards.ts'
import { usedCodes } from '../../../domain/cart/used-coupons.ts'
import { timesDivided, toMajor, toMinor, type Minor } from '../../../domain/money/money.ts'
import { noVatNumber, type VatCheckResult } from '../../../domain/money/vat-numbers.ts'
import { exVat, type VatRate } from '../../../domain/money/vat.ts'
import { isReverseCharged } from '../../../domain/orders/reverse-charge.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { deliveryMethods } from '../../../domain/settings/delivery-methods.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ShopSettings } from '../../platform/settings/shop-settings.ts'
import { shownCode } from '../../pricing/discounts/load-coupons.ts'
import type { CheckoutContent } from '../cart/cart-content.ts'
import { priceCart, type PricedCart } from '../cart/price-cart.ts'
import type { PricedLine } from '../cart/price-lines.ts'
import { offeredDelivery, type OfferedDelivery } from '../delivery/offered-delivery.ts'
import { giftCardPayment, type GiftCardPayment } from '../gift-cards/gift-card-payment.ts'
import { atQuotedPrices } from '../quotes/quoted-prices.ts'

/** `full_price` is the price of a unit before codes and personal discounts. */
export type CheckoutLine = PricedLine & { full_price: number; amounts: LineAmounts }
/** `redeemed`: the stored codes that the order uses up, without those that have no effect. */
export type PricedCheckout = Pick<PricedCart, 'coupons' | 'redeemed'> &
  OfferedDelivery & {
    deliveryRate: VatRate
    lines: CheckoutLine[]
    totals: Totals
    giftCards: GiftCardPayment
    /** What is left to pay, in minor units of the base currency. */
    dueInBase: Minor
    vat: VatCheckResult
    reverseCharge: boolean
    /** What is missing in the cart until its delivery is free. */
    leftToFree: Amount | null
    terms: DiscountTerms
  }
/**
 * Country, currency and language of a checkout. `vat` is the server's result for the buyer's VAT number. `network` is
 * the shopper's network for rate limits; absent if the shop itself orders. `isDeliveryFree`: staff charge no delivery.
 */
export type CheckoutContext = ShoppingContext & { vat?: VatCheckResult; network?: string; isDeliveryFree?: boolean }

/** Prices a checkout from the database and the settings alone. The order stores exactly these amounts. */
export async function priceCheckout(
  { db, settings }: { db: Queryable; settings: Pick<ShopSettings, 'all'> },
  context: CheckoutContext,
  cart: CheckoutContent,
  now: Date,
): Promise<PricedCheckout> {
  const methods = deliveryMethods(settings.all.delivery, context.country, context.language)
  const sold = await priceCart(db, context, cart, now)
  const { lines: usual, coupons, redeemed, personal, target } = sold
  const priced = cart.quoteId
    ? await atQuotedPrices(db, { ...context, quoteId: cart.quoteId, lines: usual }, now)
    : usual
  const { vat = noVatNumber, isDeliveryFree } = context
  const rules = { coupons, personal }
  const toDeliver = { lines: priced, methods, goods: goodsValue(priced, rules), target, preference: cart.delivery }
  const usually = await offeredDelivery(db, context, toDeliver)
  const rates = priced.map((line) => line.vat_rate)
  const reverseCharge = isReverseCharged(vat, usually.delivery?.kind, rates)
  const isFree = isDeliveryFree === true || hasFreeDelivery(coupons)
  const offered = offeredTo(usually, { reverseCharge, isFree })
  const amounts = cartAmounts(priced, { ...rules, reverseCharge })
  const lines = checkoutLines(priced, amounts, reverseCharge)
  const terms = discountTerms(
    priced.filter(({ quantity }) => quantity > 0),
    { reverseCharge, coupons: sold.terms, personal },
  )
  const missing = missingTo(methods, usually.delivery, toDeliver, { reverseCharge, isFree })
  const used = new Set(usedCodes(priced, coupons, personal, usually.delivery?.price.inc))
  const totals = orderTotals(amounts, offered.delivery?.price ?? { inc: 0, ex: 0 })
  const giftCards = await giftCardPayment(
    db,
    { lines, totals },
    { ids: cart.giftCards ?? [], currency: context.currency.code, now },
  )
  return {
    lines,
    coupons,
    redeemed: redeemed.filter((key) => used.has(shownCode(key))),
    ...offered,
    deliveryRate: reverseCharge ? 0 : target.vatRate,
    totals,
    giftCards,
    dueInBase: timesDivided(giftCards.due, 1_000_000, target.perBaseMicro),
    vat,
    reverseCharge,
    leftToFree: missing,
    terms,
  }
}

type Charging = { reverseCharge: boolean; isFree: boolean }

/** What is missing until the delivery is free; nothing where it is free already. */
function missingTo(
  methods: Parameters<typeof leftToFree>[0],
  delivery: DeliveryOffer | null,
  toDeliver: Parameters<typeof leftToFree>[2],
  { reverseCharge, isFree }: Charging,
): Amount | null {
  const missing = isFree ? null : leftToFree(methods, delivery, toDeliver)
  return missing && reverseCharge ? lessVat(missing) : missing
}

type Rules = NonNullable<Parameters<typeof cartAmounts>[1]>

/** Sums the goods that are shipped, without gift cards, in minor units including VAT. */
function goodsValue(lines: readonly PricedLine[], rules: Rules): Minor {
  const sent = lines.filter((line) => !isGiftCard(line))
  return cartAmounts(sent, rules).items.inc
}

function checkoutLines(
  lines: readonly PricedLine[],
  amounts: ReturnType<typeof cartAmounts>,
  reverseCharge: boolean,
): CheckoutLine[] {
  return lines.flatMap((line, at) => {
    const own = amounts.lines[at]
    const shown = reverseCharge ? taxedByBuyer(line) : line
    return own ? [{ ...shown, full_price: line.price, price: toMajor(own.unit.inc), amounts: own }] : []
  })
}

function taxedByBuyer(line: PricedLine): PricedLine {
  return { ...line, ordinary_price: toMajor(exVat(toMinor(line.ordinary_price), line.vat_rate)), vat: 0, vat_rate: 0 }
}

/** Removes VAT from delivery prices under reverse charge. Free delivery stays free. */
function offeredTo(
  { deliveries, delivery, ...rest }: OfferedDelivery,
  { reverseCharge, isFree }: Charging,
): OfferedDelivery {
  const priceOf = ({ price }: DeliveryOffer): Amount =>
    isFree ? { inc: 0, ex: 0 } : reverseCharge ? lessVat(price) : price
  const charged = (offer: DeliveryOffer): DeliveryOffer => ({ ...offer, price: priceOf(offer) })
  return { ...rest, deliveries: deliveries.map(charged), delivery: delivery && charged(delivery) }
}
