import fc from 'fast-check'
import type { CartLine } from '../../src/domain/cart/cart-lines.ts'
import type { Coupon } from '../../src/domain/cart/coupons.ts'
import { currencies } from '../../src/domain/money/currencies.ts'
import { aLine } from './a-line.ts'

/** Arbitraries of carts and coupons, with names and values that are likely to cause errors. */
export const anyCurrency = fc.constantFrom(...currencies)
const anyName = fc.constantFrom('battery', 'memory', '__proto__', 'constructor', 'toString', 'hasOwnProperty')
const anyPercent = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100),
)
export const anyVat = fc.oneof(
  fc.constantFrom(0, 6, 12, 17, 19, 21, 24, 25, 25.5, 27),
  fc.integer({ min: 0, max: 3_000 }).map((points) => points / 100),
)

const someQuantity = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }) },
)

/** Decimal prices: small ones, where the VAT of a unit is rounded most, and regular ones. */
const anyPrice = fc
  .oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2_000_000 }))
  .map((minor) => minor / 100)

const anyOrigin = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Partial<CartLine>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Partial<CartLine>>(
      { cross_selling_product_id: 'x' },
      { upselling_bundle_id: 'b' },
      { added_by_coupon: 'TEN' },
      { campaign: true },
      { type: 4, vat: 0 },
      { type: 4 },
      { cross_selling_product_id: null, upselling_bundle_id: null, added_by_coupon: null },
      { added_by_coupon: '' },
    ),
  },
)

const fields = fc.record({
  price: anyPrice,
  quantity: someQuantity,
  vat: anyVat,
  group_id: fc.option(anyName, { freq: 3 }),
  discount_category: fc.option(anyName, { freq: 3 }),
})

export const anyLine: fc.Arbitrary<CartLine> = fc
  .tuple(fields, anyOrigin)
  .map(([line, origin]) => aLine({ ...line, ...origin }))

/** Lines as priced by the shop: two decimals in every currency. */
export const anyCart = fc.record({ lines: fc.array(anyLine, { maxLength: 8 }), currency: anyCurrency })

const anyCoupon: fc.Arbitrary<Coupon> = fc.record({
  code: fc.constantFrom('TEN', 'SUMMER-26', 'CUSTOMERDISCOUNT'),
  percentage_discount: fc.option(anyPercent, { freq: 2 }),
  fixed_amount: fc.option(
    fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 3_000_000 })).map((minor) => minor / 100),
    { freq: 2 },
  ),
  specific_groups: fc.array(anyName, { maxLength: 2 }),
  excluded_groups: fc.array(anyName, { maxLength: 2 }),
  specific_discount_categories: fc.array(anyName, { maxLength: 2 }),
  failed_minimum_spend: fc.boolean(),
  applied: fc.boolean(),
})
export const anyCoupons = fc.array(anyCoupon, { maxLength: 5 })

/** Personal discounts; `Object.entries` keeps `__proto__` as an own key, like JSON. */
export const anyPersonal = fc
  .array(fc.tuple(anyName, anyPercent), { maxLength: 3 })
  .map((entries): Record<string, number> => Object.fromEntries(entries))
