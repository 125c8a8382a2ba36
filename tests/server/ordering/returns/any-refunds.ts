import fc from 'fast-check'
import type { Database } from '../../../../src/server/platform/db/tables.ts'
import type { StoredCoupon, Wanted } from '../../../oracle/shop.ts'
import { agreedRows } from '../cart/agreed-carts.ts'
import { free, storedCoupons, storedProducts, type Place } from '../cart/random-carts.ts'

const atHome = {
  country: 'SE',
  postal_code: '111 22',
  rates: { standard: 2_500, reduced: 600 },
  delivery: free(4_900, 50_000),
}
const germany = { country: 'DE', postal_code: '10115', rates: { standard: 1_900 }, delivery: free(12_900, 150_000) }
const firm = {
  customer_kind: 'organization',
  organization_name: 'Firma GmbH',
  organization_number: 'HRB 1',
  vat_number: 'DE136695976',
  city: 'Berlin',
}
/** Buyers at home and abroad, with and without VAT, in the shop's currency and others. */
export const buyers = {
  sweden: { ...atHome, currency: 'SEK', sekMicro: null },
  euros: { ...atHome, currency: 'EUR', sekMicro: 88_000 },
  danish: { ...germany, currency: 'DKK', sekMicro: 655_000 },
  norway: {
    country: 'NO',
    postal_code: '0151',
    currency: 'NOK',
    sekMicro: 1_030_000,
    rates: {},
    delivery: free(9_900, 100_000),
  },
  firm: { ...germany, currency: 'EUR', sekMicro: 88_000, firm },
} as const satisfies Record<string, Place>
type BuyerName = keyof typeof buyers

/** A fixed amount above a minimum, beside the codes of the fixture shop. */
export const minFix = {
  code: 'MINFIX',
  percentage_discount: null,
  specific_groups: [],
  excluded_groups: [],
  specific_discount_categories: [],
  fixed: { SEK: 20_000, EUR: 1_999 },
  minimum: 80_000,
  adds: null,
} satisfies StoredCoupon
/** A part of its own VAT rate, from more than the minimum of other codes on. */
export const bigGift = {
  ...minFix,
  code: 'BIGGIFT',
  fixed: {},
  minimum: 120_000,
  adds: 'MANUAL',
} satisfies StoredCoupon
/**
 * Quantity prices of the part of the bundle, the first of them above the bundle's; a price agreed for it below these,
 * and one below them for many.
 */
const ofBundle = {
  tiers: [
    { currency: 'SEK', min_quantity: 5, amount: 18_000 },
    { currency: 'SEK', min_quantity: 7, amount: 15_000 },
  ],
  net: 13_500,
  many: { min_quantity: 7, net: 9_000 },
} as const
export const refundProducts = storedProducts.map((product) =>
  product.id === 'ram' ? { ...product, prices: [...product.prices, ...ofBundle.tiers] } : product,
)
export const refundAgreements = agreedRows.flatMap((row) =>
  row.product_id === 'ram'
    ? [
        { ...row, net: ofBundle.net },
        { ...row, ...ofBundle.many },
      ]
    : [row],
)

/** Stores what this test has beside the fixture shop. */
export async function storeRefundPrices(db: Database): Promise<void> {
  await db
    .insertInto('prices')
    .values(ofBundle.tiers.map((tier) => ({ ...tier, product_id: 'ram' })))
    .execute()
  const agreed = await db
    .updateTable('price_list_rows')
    .set({ amount: ofBundle.net })
    .where('product_id', '=', 'ram')
    .where('amount', '>', 100)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { min_quantity, net: amount } = ofBundle.many
  await db
    .insertInto('price_list_rows')
    .values({ ...agreed, min_quantity, amount })
    .execute()
}

/** In the order in which their gifts are lines of the order. */
export const refundCoupons: readonly StoredCoupon[] = [...storedCoupons, minFix, bigGift].toSorted((one, other) =>
  one.code < other.code ? -1 : 1,
)

export type Turn = { units: number[]; isFault: boolean }
export type RefundCase = {
  buyer: BuyerName
  /** Signed in, with prices agreed with them and a discount of their own. */
  isCustomer: boolean
  wanted: Wanted[]
  codes: string[]
  card: number
  /** Withdrawn from before anything is sent, or returned afterwards. */
  isSent: boolean
  turns: Turn[]
}

const skus = [
  'BAT',
  'KIT',
  'BULK-SALE',
  'TIERED-SALE',
  'TWICE-REDUCED',
  'SALE',
  'ODD-PRICE',
  'MANUAL',
  'FAN',
  'RAM',
  'PASTE',
  'OWN-EURO',
]
const turn = fc.record({ units: fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }), isFault: fc.boolean() })

export const anyRefundCase: fc.Arbitrary<RefundCase> = fc
  .record({
    buyer: fc.constantFrom(...(Object.keys(buyers) as BuyerName[])),
    isCustomer: fc.boolean(),
    wanted: fc.uniqueArray(fc.record({ sku: fc.constantFrom(...skus), quantity: fc.integer({ min: 1, max: 12 }) }), {
      selector: ({ sku }) => sku,
      minLength: 1,
      maxLength: 4,
    }),
    codes: fc.subarray(['TEN', 'GROUP20', 'NOTBAT15', 'POWER25', 'MIN1000', 'FIXED50', 'MINFIX', 'GIFT', 'BIGGIFT']),
    card: fc.constantFrom(0, 0, 12_345, 40_001),
    isSent: fc.boolean(),
    turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
    bundled: fc.constantFrom(0, 0, 2, 6, 7),
  })
  .map(({ bundled, ...rest }) => ({ ...rest, wanted: withBundle(fewUnits(rest.wanted), bundled) }))

/** VAT is rounded per unit, and the invariants accept what so many units can differ by (`maxRounded`). */
const maxUnits = 20

function fewUnits(own: Wanted[]): Wanted[] {
  let left = maxUnits
  return own.flatMap((line) => {
    const quantity = Math.min(line.quantity, left)
    left -= quantity
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** Parts of a bundle with the battery instead of the same parts alone, as many as there are batteries at most. */
export function withBundle(own: Wanted[], bundled: number): Wanted[] {
  const batteries = own.find(({ sku }) => sku === 'BAT')?.quantity ?? 0
  const quantity = Math.min(bundled, batteries)
  if (quantity === 0) return own
  return [...own.filter(({ sku }) => sku !== 'RAM'), { sku: 'RAM', quantity, upselling_bundle_id: 'bat' }]
}
