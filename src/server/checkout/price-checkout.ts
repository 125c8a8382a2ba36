import type { DeliveryOffer } from '../../contracts/checkout-page.ts'
import { cartAmounts, orderTotals, withoutVat, type Amount, type LineAmounts, type Totals } from '../../domain/cart-amounts.ts'
import { deliveryMethodFor } from '../../domain/delivery-methods.ts'
import { toMajor, type Minor } from '../../domain/money.ts'
import { shopperPrice, type PriceTarget } from '../../domain/product-prices.ts'
import { productType } from '../../domain/products.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { priceCart, type PricedCart } from '../cart/price-cart.ts'
import type { PricedLine } from '../cart/price-lines.ts'
import type { Queryable } from '../db/tables.ts'
import { giftCardPayment, type GiftCardPayment } from '../gift-cards/gift-card-payment.ts'
import { atQuotedPrices } from '../quotes/quoted-prices.ts'
import type { CheckoutContent } from './cart-content.ts'

export type CheckoutLine = PricedLine & { amounts: LineAmounts }
export type PricedCheckout = Pick<PricedCart, 'coupons' | 'redeemed'> & { lines: CheckoutLine[]; delivery: DeliveryOffer; totals: Totals; giftCards: GiftCardPayment }

/** The whole sum of a checkout, from the database alone; the order takes over exactly these numbers. */
export async function priceCheckout(db: Queryable, context: ShoppingContext, cart: CheckoutContent, now: Date): Promise<PricedCheckout> {
  const { lines: usual, coupons, redeemed, personal, target } = await priceCart(db, context, cart, now)
  const priced = cart.quoteId ? await atQuotedPrices(db, { quoteId: cart.quoteId, lines: usual, currency: context.currency }, now) : usual
  const amounts = cartAmounts(priced, { currency: context.currency, coupons, personal })
  const lines = priced.flatMap((line, at): CheckoutLine[] => {
    const own = amounts.lines[at]
    return own ? [{ ...line, price: toMajor(own.unit.inc), amounts: own }] : []
  })
  const delivery = areMailed(lines) ? mailed(context.country) : deliveryOffer(context.country, amounts.items, target)
  const totals = orderTotals(amounts, delivery.price)
  const giftCards = await giftCardPayment(db, { lines, totals }, { ids: cart.giftCards ?? [], currency: context.currency.code, now })
  return { lines, coupons, redeemed, delivery, totals, giftCards }
}

/** Gift cards come by mail. */
function areMailed(lines: readonly CheckoutLine[]): boolean {
  const sent = lines.filter(({ quantity }) => quantity > 0)
  return sent.length > 0 && sent.every(({ type }) => type === productType.giftCard)
}

function mailed(country: string): DeliveryOffer {
  return { ...deliveryMethodFor(country), price: { inc: 0, ex: 0 } }
}

/** The country's delivery with its price in the shopper's currency; free from the method's limit on. */
function deliveryOffer(country: string, goods: Amount, target: PriceTarget): DeliveryOffer {
  const method = deliveryMethodFor(country)
  const inCurrency = (amount: Minor) => shopperPrice({ currency: 'SEK', amount }, target)
  const free = method.freeFrom !== null && goods.inc >= inCurrency(method.freeFrom)
  return { id: method.id, price: withoutVat(free ? 0 : inCurrency(method.price), target.vatRate), days: method.days }
}
