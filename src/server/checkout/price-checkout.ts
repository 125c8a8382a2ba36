import type { DeliveryOffer, Totals } from '../../contracts/checkout-page.ts'
import type { SentLine } from '../../contracts/sync-cart.ts'
import type { Coupon } from '../../domain/coupons.ts'
import { deliveryMethodFor } from '../../domain/delivery-methods.ts'
import { discounted, discountMaxima, fixedDiscount, lineDiscount } from '../../domain/discounts.ts'
import { toMajor, toMinor, type Minor } from '../../domain/money.ts'
import { shopperPrice, type PriceTarget } from '../../domain/product-prices.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { vatPart } from '../../domain/vat.ts'
import { priceLines, type PricedLine } from '../cart/price-lines.ts'
import { readPricing } from '../catalog/rates.ts'
import type { Queryable } from '../db/tables.ts'
import { loadCoupons } from '../discounts/load-coupons.ts'

export type CheckoutLine = PricedLine & { discountPercent: number; unit: Minor; total: Minor }
export type PricedCheckout = { lines: CheckoutLine[]; coupons: Coupon[]; delivery: DeliveryOffer; totals: Totals }
export type CartContent = { items: readonly SentLine[]; coupons: readonly string[]; customerId: string | null }

/** The whole sum of a checkout, from the database alone; the order takes over exactly these numbers. */
export async function priceCheckout(db: Queryable, context: ShoppingContext, cart: CartContent, now: Date): Promise<PricedCheckout> {
  const priced = await priceLines(db, context, cart.items, now)
  const target = (await readPricing(db, context, now)).target('standard')
  const subtotal = priced.reduce((sum, line) => sum + toMinor(line.price) * line.quantity, 0)
  const coupons = await loadCoupons(db, cart.coupons, {
    currency: context.currency.code, perSekMicro: target.perSekMicro, subtotal, customerId: cart.customerId, now,
  })
  const maxima = discountMaxima(coupons)
  const lines = priced.map((line): CheckoutLine => {
    const discountPercent = lineDiscount(line, maxima)
    const unit = discounted(toMinor(line.price), discountPercent)
    return { ...line, price: toMajor(unit), discountPercent, unit, total: unit * line.quantity }
  })
  const delivery = deliveryOffer(context.country, lines, target)
  return { lines, coupons, delivery, totals: totalsOf(lines, coupons, delivery, target) }
}

/** The country's delivery with its price in the shopper's currency; free from the method's limit on. */
function deliveryOffer(country: string, lines: readonly CheckoutLine[], target: PriceTarget): DeliveryOffer {
  const method = deliveryMethodFor(country)
  const goods = lines.reduce((sum, line) => sum + line.total, 0)
  const inCurrency = (amount: Minor) => shopperPrice({ currency: 'SEK', amount }, target)
  const free = method.freeFrom !== null && goods >= inCurrency(method.freeFrom)
  return { id: method.id, price: free ? 0 : inCurrency(method.price), days: method.days }
}

/** Fixed discounts take VAT off in proportion, so that total, VAT and discount always agree. */
function totalsOf(lines: readonly CheckoutLine[], coupons: readonly Coupon[], delivery: DeliveryOffer, target: PriceTarget): Totals {
  const items = lines.reduce((sum, line) => sum + line.total, 0)
  const discount = fixedDiscount(coupons, items)
  const itemsVat = lines.reduce((sum, line) => sum + vatPart(line.total, line.vat_rate), 0)
  const discountVat = items > 0 ? Math.round((itemsVat * discount) / items) : 0
  const vat = itemsVat - discountVat + vatPart(delivery.price, target.vatRate)
  return { items, discount, delivery: delivery.price, vat, total: items - discount + delivery.price }
}
