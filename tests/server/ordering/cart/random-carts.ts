import fc from 'fast-check'
import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import type { Home } from '../../../../src/domain/places/home.ts'
import type { Buyer, StoredCoupon, StoredDelivery, StoredProduct, Wanted } from '../../../oracle/shop.ts'
import { fixtureProducts } from '../../../support/fixture-products.ts'

/** The fixture shop as the oracle needs it, and carts that shoppers and attackers may send. */
const running: Readonly<Record<string, readonly { min_quantity: number; amount: number }[]>> = {
  sale: [{ min_quantity: 1, amount: 70_000 }],
  again: [{ min_quantity: 1, amount: 70_000 }],
  'tiered-sale': [{ min_quantity: 1, amount: 9_000 }],
  'bulk-sale': [{ min_quantity: 10, amount: 5_000 }],
  'twice-reduced': [
    { min_quantity: 1, amount: 8_000 },
    { min_quantity: 1, amount: 7_000 },
  ],
}

export const storedProducts: readonly StoredProduct[] = fixtureProducts.map(
  ({ id, type, sku, prices, vat_class, group_id, discount_category }) => ({
    id,
    type,
    sku,
    prices,
    vat_class,
    group_id,
    discount_category,
    campaign: running[id] ?? [],
    offers: Object.fromEntries(
      fixtureProducts.flatMap(({ id: parent, relations }) =>
        relations
          .filter((each) => each.related_id === id && each.kind !== 'alternative')
          .map((each) => [parent, each.discount_percent] as const),
      ),
    ),
  }),
)

const plain = {
  percentage_discount: null,
  fixed: {},
  specific_groups: [],
  excluded_groups: [],
  specific_discount_categories: [],
  minimum: 0,
  adds: null,
}
export const storedCoupons: readonly StoredCoupon[] = [
  { ...plain, code: 'TEN', percentage_discount: 10 },
  { ...plain, code: 'GROUP20', percentage_discount: 20, specific_groups: ['bat'] },
  { ...plain, code: 'NOTBAT15', percentage_discount: 15, excluded_groups: ['bat'] },
  { ...plain, code: 'POWER25', percentage_discount: 25, specific_discount_categories: ['power'] },
  { ...plain, code: 'FIXED50', fixed: { SEK: 5_000, EUR: 500 } },
  { ...plain, code: 'MIN1000', percentage_discount: 30, minimum: 100_000 },
  { ...plain, code: 'GIFT', adds: 'FAN', minimum: 30_000 },
]
/** The value of `CUSTOMERDISCOUNT` for its customer. */
export const customerCoupon: StoredCoupon = { ...plain, code: 'CUSTOMERDISCOUNT', fixed: { SEK: 12_500 } }

export const free = (price: number, freeFrom: number | null): StoredDelivery => ({
  price,
  freeFrom,
  lightGrams: 5_000,
  heavyPrice: price * 3,
})
/** Every part of the fixture shop weighs the same; a set is the sum of its three, a gift card weighs nothing. */
export const gramsOf = (sku: string): number => (sku === 'GIFT' ? 0 : sku === 'KIT' ? 300 : 100)
export type Place = Buyer & {
  country: string
  postal_code: string
  currency: CurrencyCode
  delivery: StoredDelivery
  /** Where the shop is, unless in Sweden. */
  homeOfShop?: Home
  /** What an organization that pays no VAT here fills in. */
  firm?: Record<string, string>
}

const sweden = {
  country: 'SE',
  postal_code: '111 22',
  rates: { standard: 2_500, reduced: 600 },
  delivery: free(4_900, 50_000),
}
const europe = free(12_900, 150_000)
const places: readonly Place[] = [
  { ...sweden, currency: 'SEK', sekMicro: null },
  { ...sweden, currency: 'EUR', sekMicro: 88_000 },
  { ...sweden, currency: 'DKK', sekMicro: 655_000 },
  {
    country: 'DE',
    postal_code: '10115',
    currency: 'EUR',
    sekMicro: 88_000,
    rates: { standard: 1_900 },
    delivery: europe,
  },
  {
    country: 'FI',
    postal_code: '00100',
    currency: 'EUR',
    sekMicro: 88_000,
    rates: { standard: 2_550 },
    delivery: free(9_900, 100_000),
  },
  {
    country: 'NO',
    postal_code: '0151',
    currency: 'NOK',
    sekMicro: 1_030_000,
    rates: {},
    delivery: free(9_900, 100_000),
  },
  { country: 'US', postal_code: '10001', currency: 'USD', sekMicro: 95_000, rates: {}, delivery: free(29_900, null) },
  {
    country: 'GB',
    postal_code: 'SW1A 1AA',
    currency: 'GBP',
    sekMicro: 75_000,
    rates: {},
    delivery: free(29_900, null),
  },
]

const skus = [
  'BAT',
  'BAT-FEW',
  'FAN',
  'RAM',
  'KIT',
  'GIFT',
  'SALE',
  'AGAIN',
  'SOON',
  'TIERED-SALE',
  'BULK-SALE',
  'TWICE-REDUCED',
  'OWN-EURO',
  'PASTE',
  'MANUAL',
  'ODD-PRICE',
  'KB-US',
  'SCREW-11',
  'SCREW-23',
]
const quantity = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }) },
)
const ownLine = fc.record({ sku: fc.constantFrom(...skus), quantity })

/** A bundle's part, an accessory, invented offers, and gifts that no coupon gives. */
const claimed: fc.Arbitrary<Wanted> = fc.oneof(
  quantity.map((units) => ({ sku: 'RAM', quantity: units, upselling_bundle_id: 'bat' })),
  quantity.map((units) => ({ sku: 'FAN', quantity: units, cross_selling_product_id: 'bat' })),
  fc.constantFrom(
    { sku: 'BAT', quantity: 3, upselling_bundle_id: 'fan' },
    { sku: 'SALE', quantity: 1, cross_selling_product_id: '__proto__' },
    { sku: 'SOON', quantity: 2, added_by_coupon: 'TEN' },
    { sku: 'FAN', quantity: 9, added_by_coupon: 'GIFT' },
  ),
)

/** Amounts and flags that the browser cannot decide. */
const forged = fc.record(
  {
    price: fc.constantFrom<unknown>(0, -1, 0.01, 1e308, 'free', null),
    ordinary_price: fc.constantFrom<unknown>(0, 1e308),
    vat: fc.constantFrom<unknown>(0, -25, '0'),
    pricing: fc.constantFrom<unknown>([], [{ q: 1, p: 0 }]),
    campaign: fc.boolean(),
    group_id: fc.constantFrom('bat', '__proto__', null),
    discount_category: fc.constantFrom('power', 'constructor', null),
    product_id: fc.constantFrom('bat', 'screw-11', '__proto__'),
    discount_percent: fc.constant(100),
  },
  { requiredKeys: [] },
)

export type RandomCart = {
  items: (Wanted & Record<string, unknown>)[]
  wanted: Wanted[]
  codes: string[]
  place: Place
  customerId: string | null
  language: 'en' | 'sv'
}

export const anyShopCart = anyCartTo(places)

export function anyCartTo(places: readonly Place[]): fc.Arbitrary<RandomCart> {
  return fc
    .record({
      own: fc.array(ownLine, { minLength: 1, maxLength: 6 }),
      claim: fc.option(claimed),
      forgeries: fc.array(forged, { minLength: 7, maxLength: 7 }),
      codes: fc.uniqueArray(
        fc.constantFrom(...storedCoupons.map(({ code }) => code), 'CUSTOMERDISCOUNT', 'NO-SUCH-CODE', 'ENDED'),
        { maxLength: 4 },
      ),
      place: fc.constantFrom(...places),
      customerId: fc.constantFrom(null, 'somebody'),
      language: fc.constantFrom('en' as const, 'sv' as const),
    })
    .map(({ own, claim, forgeries, ...rest }) => {
      const wanted: Wanted[] = claim ? [...own, claim] : own
      return { ...rest, wanted, items: wanted.map((line, at) => ({ ...forgeries[at], ...line })) }
    })
}
