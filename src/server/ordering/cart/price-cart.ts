import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { Coupon } from '../../../domain/cart/coupons.ts'
import type { TermsCoupon } from '../../../domain/cart/discount-terms.ts'
import { discounted, discountMaxima, lineDiscount, type PersonalDiscounts } from '../../../domain/cart/discounts.ts'
import { isGiftCard } from '../../../domain/cart/gift-cards.ts'
import { toMinor } from '../../../domain/money/money.ts'
import type { PriceTarget } from '../../../domain/money/product-prices.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { readPricing, type Pricing } from '../../catalog/pricing.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { loadCoupons, type LoadedCoupon } from '../../pricing/discounts/load-coupons.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import { priceLines, type PricedLine } from './price-lines.ts'

/** `email` is the address that the order would have; some coupons are for a number of uses of each. */
export type CartContent = {
  items: readonly SentLine[]
  coupons: readonly string[]
  customerId: string | null
  email?: string
}
export type PricedCart = {
  lines: PricedLine[]
  coupons: Coupon[]
  /** The coupons with their minimum spend, as an order stores them. */
  terms: TermsCoupon[]
  /** The stored codes of the applied coupons; a customer's personal code is displayed differently. */
  redeemed: string[]
  personal: PersonalDiscounts
  target: PriceTarget
}

/**
 * Loads the lines, coupons and personal discounts of a cart from the database alone. `cartAmounts` calculates the
 * totals.
 */
export async function priceCart(
  db: Queryable,
  requested: ShoppingContext,
  cart: CartContent,
  now: Date,
): Promise<PricedCart> {
  const context = { ...requested, buyer: cart.customerId }
  const reading = readPricing(db, context, now)
  const [pricing, own] = await Promise.all([reading, priceLines(db, context, cart.items, now, reading)])
  const target = pricing.target('standard')
  const subtotal = own.reduce((sum, line) => sum + (isGiftCard(line) ? 0 : toMinor(line.price) * line.quantity), 0)
  const loaded = await loadCoupons(db, cart.coupons, {
    currency: context.currency,
    perBaseMicro: target.perBaseMicro,
    subtotal,
    customerId: cart.customerId,
    email: cart.email ?? '',
    now,
  })
  const gifts = await giftLines(db, context, { sent: cart.items, own, loaded, pricing }, now)
  const coupons = loaded.map(({ coupon }) => coupon)
  const personal = await personalDiscounts(db, cart.customerId)
  return {
    lines: [...own.map((line) => lowestPriced(line, coupons, personal)), ...gifts],
    coupons,
    terms: loaded.map(({ coupon, minimum }) => ({ ...coupon, minimum })),
    redeemed: loaded
      .filter(({ coupon }) => coupon.applied)
      .map(({ key }) => key)
      .sort(),
    personal,
    target,
  }
}

/** The line at its usual price where that is lower than the agreed one, because of a coupon in percent. */
function lowestPriced(line: PricedLine, coupons: readonly Coupon[], personal: PersonalDiscounts): PricedLine {
  if (line.usual === null) return line
  const usually = { ...line, ...line.usual, usual: null }
  const percent = lineDiscount(usually, discountMaxima(coupons), personal)
  return discounted(toMinor(usually.price), percent) < toMinor(line.price) ? usually : line
}

type Gifts = {
  sent: readonly SentLine[]
  own: readonly PricedLine[]
  loaded: readonly LoadedCoupon[]
  pricing: Pricing
}

/** Adds one free unit for each applied coupon that gives one, while stock is left beside the cart's own units. */
async function giftLines(
  db: Queryable,
  context: ShoppingContext,
  { sent, own, loaded, pricing }: Gifts,
  now: Date,
): Promise<PricedLine[]> {
  const adding = loaded.filter(({ coupon, addsSku }) => coupon.applied && addsSku !== null)
  if (adding.length === 0) return []
  const inCart = own.filter((line) => line.quantity > 0).map(({ sku, quantity }) => ({ sku, quantity }))
  const added = adding.map(({ addsSku }) => ({ sku: addsSku ?? '', quantity: 1 }))
  const priced = (await priceLines(db, context, [...inCart, ...added], now, pricing)).slice(inCart.length)
  return adding.flatMap(({ coupon: { code }, addsSku }) => {
    const [line] = priced.splice(0, priced[0]?.sku === addsSku ? 1 : 0)
    if (!line || line.quantity === 0) return []
    const uuid = sent.find((each) => each.added_by_coupon === code && each.sku === line.sku)?.uuid ?? newId()
    return [{ ...line, uuid, price: 0, pricing: [], added_by_coupon: code, cart_notice: null, adjusted_quantity: null }]
  })
}
