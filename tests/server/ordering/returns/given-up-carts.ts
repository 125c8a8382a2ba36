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

/** What the kept lines would cost if ordered alone, without delivery. */
export async function priceOfKept(
  shop: Shop,
  kept: readonly { sku: string; quantity: number; isBundled: boolean; isGift: boolean }[],
  codes: readonly string[],
): Promise<number> {
  const bats = kept.filter(({ sku }) => sku === 'BAT').reduce((sum, { quantity }) => sum + quantity, 0)
  const own: SentLine[] = kept
    .filter(({ isBundled, isGift }) => !isBundled && !isGift)
    .map(({ sku, quantity }) => ({ sku, quantity }))
  const bundled = kept
    .filter(({ isBundled }) => isBundled)
    .flatMap(({ sku, quantity }): SentLine[] => [
      { sku, quantity: Math.min(quantity, bats), upselling_bundle_id: 'bat' },
      { sku, quantity: Math.max(0, quantity - bats) },
    ])
  const cost = async (items: SentLine[]) =>
    await priceCheckout(
      shop,
      swedish(),
      { items: items.filter(({ quantity }) => quantity > 0), coupons: codes, customerId: null },
      shop.now(),
    )
  const plain = await cost([...own, ...bundled])
  const gift = kept.find(({ isGift, quantity }) => isGift && quantity > 0)
  if (!gift || plain.lines.some(({ added_by_coupon: code }) => code))
    return plain.totals.total.inc - plain.totals.delivery.inc
  const paid = await cost([...own, ...bundled, { sku: gift.sku, quantity: 1 }])
  return paid.totals.total.inc - paid.totals.delivery.inc
}
