import { fraction, nearest } from '../domain/exact.ts'
import { agreedUnit, atAgreed, type AgreedLine, type Agreements } from './agreed.ts'
import type { OracleAmount, OracleLine } from './amounts.ts'
import { isMoney, type OracleCoupon } from './discounts.ts'
import {
  campaignPrice,
  minorUnits,
  reduced,
  shopperPrice,
  tierOf,
  withoutVat,
  type Tier,
  sweden,
  type OracleHome,
} from './prices.ts'

/** A shop's product data, in minor units including home VAT. */
export type StoredProduct = {
  id: string
  type: number
  sku: string
  prices: readonly { currency: string; min_quantity: number; amount: number }[]
  campaign: readonly { min_quantity: number; amount: number }[]
  vat_class: string
  group_id: string | null
  discount_category: string | null
  /** Percent off by the base product of the bundle, 0 for an accessory of it. */
  offers: Readonly<Record<string, number>>
}
export type StoredCoupon = Omit<OracleCoupon, 'fixed_amount' | 'applied'> & {
  code: string
  fixed: Readonly<Record<string, number>>
  minimum: number
  adds: string | null
}

/**
 * The buyer's currency and country: `sekMicro` is the rate of exchange of the shop's own currency, null for that
 * itself; VAT rates are basis points by class.
 */
export type Buyer = {
  currency: string
  sekMicro: number | null
  rates: Readonly<Record<string, number>>
  home?: OracleHome
}
export type Wanted = {
  sku: string
  quantity: number
  upselling_bundle_id?: string
  cross_selling_product_id?: string
  added_by_coupon?: string
}
export type PricedWanted = OracleLine & { sku: string; product_id: string; ordinary_price: number }

/** The lines that a shop must create for a request, whatever else was sent; everything is in stock. */
export function shopLines(
  products: readonly StoredProduct[],
  wanted: readonly Wanted[],
  buyer: Buyer,
  { rows, personal }: Agreements = { rows: [], personal: {} },
): AgreedLine[] {
  const asked = wanted.filter((line) => line.added_by_coupon === undefined)
  return asked.flatMap((line) => {
    const product = products.find(({ sku }) => sku === line.sku)
    if (!product) return []
    const usual = pricedLine(product, line, asked, buyer)
    const about = { quantity: usual.quantity, rate: rateOf(product, buyer), buyer }
    return [atAgreed(usual, agreedUnit(rows, product.id, about), personal)]
  })
}

function pricedLine(product: StoredProduct, line: Wanted, asked: readonly Wanted[], buyer: Buyer): PricedWanted {
  const parent = line.cross_selling_product_id ?? line.upselling_bundle_id
  const percent = parent === undefined ? undefined : product.offers[parent]
  const beside = asked
    .filter((each) => each.sku === parent?.toUpperCase() && each !== line)
    .reduce((sum, each) => sum + each.quantity, 0)
  const isOffered = percent !== undefined && beside > 0 && percent > 0 === (line.upselling_bundle_id !== undefined)
  const quantity = isOffered && percent > 0 ? Math.min(line.quantity, beside) : line.quantity
  const { price, ordinary } = priceAt(product, quantity, buyer)
  const less = isOffered ? reduced(minorUnits(price), percent) : minorUnits(price)
  return {
    type: product.type,
    sku: product.sku,
    product_id: product.id,
    quantity,
    price: Number(less) / 100,
    ordinary_price: ordinary,
    vat: rateOf(product, buyer) / 100,
    group_id: product.group_id,
    discount_category: product.discount_category,
    campaign: price < ordinary,
    ...(isOffered && percent > 0
      ? { upselling_bundle_id: parent }
      : isOffered
        ? { cross_selling_product_id: parent }
        : {}),
  }
}

function rateOf({ vat_class: vatClass }: StoredProduct, { rates }: Buyer): number {
  return rates[vatClass] ?? rates['standard'] ?? 0
}

function priceAt(product: StoredProduct, quantity: number, buyer: Buyer): { price: number; ordinary: number } {
  const home = buyer.home ?? sweden
  const own = product.prices.filter(({ currency }) => currency === buyer.currency)
  const list = own.length > 0 ? own : product.prices.filter(({ currency }) => currency === home.currency)
  const asPaid = (rows: readonly { min_quantity: number; amount: number }[], sekMicro: number | null): Tier[] =>
    rows.map((row) => ({
      q: row.min_quantity,
      p:
        Number(shopperPrice(BigInt(row.amount), sekMicro, rateOf(product, buyer), home.rates[product.vat_class])) / 100,
    }))
  const normal = asPaid(list, own.length > 0 ? null : buyer.sekMicro)
  const ordinary = tierOf(normal, quantity)?.p ?? 0
  return { ordinary, price: campaignPrice(normal, asPaid(product.campaign, buyer.sekMicro), quantity) ?? 0 }
}

/** The coupons that apply to these lines, and those below their minimum spend. */
export function shopCoupons(
  stored: readonly StoredCoupon[],
  codes: readonly string[],
  lines: readonly PricedWanted[],
  buyer: Buyer,
): (OracleCoupon & { code: string })[] {
  const spent = lines
    .filter((line) => !isMoney(line))
    .reduce((sum, { price, quantity }) => sum + minorUnits(price) * BigInt(quantity), 0n)
  return stored
    .filter(({ code }) => codes.includes(code))
    .map(({ fixed, minimum, adds, ...coupon }) => {
      const amount = fixed[buyer.currency]
      const isReached = spent >= nearest(fraction(BigInt(minimum) * BigInt(buyer.sekMicro ?? 1_000_000), 1_000_000n))
      return {
        ...coupon,
        fixed_amount: amount === undefined ? null : amount / 100,
        applied: isReached && (coupon.percentage_discount !== null || amount !== undefined || adds !== null),
      }
    })
}

/** The units that applied coupons add for free. */
export function shopGifts(
  products: readonly StoredProduct[],
  stored: readonly StoredCoupon[],
  coupons: readonly (OracleCoupon & { code: string })[],
  buyer: Buyer,
  agreements?: Agreements,
): PricedWanted[] {
  return coupons
    .filter(({ applied }) => applied)
    .flatMap(({ code }) => {
      const sku = stored.find((each) => each.code === code)?.adds
      if (!sku) return []
      const gifts = shopLines(products, [{ sku, quantity: 1 }], buyer, agreements)
      return gifts.map(({ usual: _usual, ...line }) => ({ ...line, price: 0, added_by_coupon: code }))
    })
}

/** Home delivery: the price of a light parcel, that of one above `lightGrams`, and the total from which it is free. */
export type StoredDelivery = { price: number; heavyPrice: number; lightGrams: number; freeFrom: number | null }

/** The country's delivery price for a weight, free from its limit on. */
export function shopDelivery(items: bigint, grams: number, method: StoredDelivery, buyer: Buyer): OracleAmount {
  const standard = buyer.rates['standard'] ?? 0
  const asPaid = (amount: number) =>
    shopperPrice(BigInt(amount), buyer.sekMicro, standard, (buyer.home ?? sweden).rates['standard'])
  const inc =
    method.freeFrom !== null && items >= asPaid(method.freeFrom)
      ? 0n
      : asPaid(grams > method.lightGrams ? method.heavyPrice : method.price)
  return { inc, ex: withoutVat(inc, standard / 100) }
}
