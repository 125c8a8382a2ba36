import fc from 'fast-check'
import type { SentLine } from '../../../../src/contracts/calls/sync-cart.ts'
import { priceCheckout } from '../../../../src/server/ordering/checkout/price-checkout.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { swedish } from '../checkout/buyer.ts'

const skus = ['BAT', 'FAN', 'TIERED-SALE', 'BULK-SALE', 'SALE', 'PASTE', 'GIFT'] as const
/** A cart, codes, and the returned quantity of each line in each step. */
export const anyCart = fc.record({
  wanted: fc.uniqueArray(fc.record({ sku: fc.constantFrom(...skus), quantity: fc.integer({ min: 1, max: 12 }) }), {
    selector: ({ sku }) => sku,
    minLength: 1,
    maxLength: 4,
  }),
  bundled: fc.integer({ min: 0, max: 6 }),
  codes: fc.subarray(['TEN', 'MIN1000', 'GIFT', 'FIXED50', 'POWER25', 'NOTBAT15', 'MINFIX']),
  steps: fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 7, maxLength: 7 }), {
    minLength: 1,
    maxLength: 4,
  }),
  isCard: fc.boolean(),
})

/** The second step falls below the minimum, and the refund of the first is not reclaimed. */
export const refundedBelowMinimum = {
  wanted: [{ sku: 'PASTE' as const, quantity: 9 }],
  bundled: 2,
  codes: ['MIN1000'],
  steps: [[1], [0, 1]],
  isCard: false,
}

/** The second refund pays nothing back, and the VAT of its deduction is rounded differently from that of its goods. */
export const deductedToZero = {
  wanted: [
    { sku: 'BAT' as const, quantity: 5 },
    { sku: 'FAN' as const, quantity: 10 },
    { sku: 'GIFT' as const, quantity: 1 },
    { sku: 'BULK-SALE' as const, quantity: 3 },
  ],
  bundled: 2,
  codes: ['MIN1000', 'NOTBAT15', 'MINFIX'],
  steps: [
    [5, 2, 0, 1, 2],
    [0, 1, 0, 1],
  ],
  isCard: false,
}

type Kept = { sku: string; quantity: number; isBundled: boolean; isGift: boolean }

/** What the cheapest order of the kept lines costs, without delivery. */
export async function priceOfKept(shop: Shop, kept: readonly Kept[], codes: readonly string[]): Promise<number> {
  const own: SentLine[] = kept
    .filter(({ isBundled, isGift }) => !isBundled && !isGift)
    .map(({ sku, quantity }) => ({ sku, quantity }))
  const gift = kept.find(({ isGift, quantity }) => isGift && quantity > 0)
  let least = Infinity
  for (const bundled of bundlings(kept)) {
    const lines = [...own, ...bundled].filter(({ quantity }) => quantity > 0)
    const alone = await priceOf(shop, lines, codes)
    if (!gift || alone.hasGift) least = Math.min(least, alone.cost)
    if (gift) least = Math.min(least, (await priceOf(shop, [...lines, { sku: gift.sku, quantity: 1 }], codes)).cost)
  }
  return least
}

/** Of parts beyond those of the product of their bundle, any number may be bought without it. */
function bundlings(kept: readonly Kept[]): SentLine[][] {
  const bats = kept.filter(({ sku }) => sku === 'BAT').reduce((sum, { quantity }) => sum + quantity, 0)
  const line = kept.find(({ isBundled }) => isBundled)
  if (!line) return [[]]
  const { sku, quantity } = line
  const counts = quantity > bats ? Array.from({ length: bats + 1 }, (_, count) => count) : [quantity]
  return counts.map((count) => [
    { sku, quantity: count, upselling_bundle_id: 'bat' },
    { sku, quantity: quantity - count },
  ])
}

async function priceOf(shop: Shop, items: SentLine[], coupons: readonly string[]) {
  const { lines, totals } = await priceCheckout(shop, swedish(), { items, coupons, customerId: null }, shop.now())
  return {
    cost: totals.total.inc - totals.delivery.inc,
    hasGift: lines.some(({ added_by_coupon: code }) => Boolean(code)),
  }
}
