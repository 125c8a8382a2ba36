import { compared, fraction, nearest, plus, times } from '../domain/exact.ts'
import { largestPercent, type OracleCoupon } from './discounts.ts'
import { minorUnits, reduced, sweden } from './prices.ts'
import type { Buyer, PricedWanted } from './shop.ts'

/**
 * The rules of agreed prices (decision 0148): a list's prices are without VAT; a list in the buyer's currency counts as
 * it is, one in the shop's own currency converted; section 9: "Stored and computed prices are rounded to 2 decimals".
 * A buyer pays the lowest of the prices that apply, and gets no further discount on an agreed one.
 */
export type AgreedRow = { product_id: string; currency: string; min_quantity: number; net: number }
export type Agreements = { rows: readonly AgreedRow[]; personal: Readonly<Record<string, number>> }
export type AgreedLine = PricedWanted & { usual?: PricedWanted }

/** The lowest agreed unit price including VAT in minor units; undefined where none applies. */
export function agreedUnit(
  rows: readonly AgreedRow[],
  productId: string,
  { quantity, rate, buyer }: { quantity: number; rate: number; buyer: Buyer },
): bigint | undefined {
  const found = rows
    .filter((row) => row.product_id === productId && row.min_quantity <= quantity)
    .flatMap(({ currency, net }) => {
      if (currency === buyer.currency) return [BigInt(net)]
      return currency === (buyer.home ?? sweden).currency
        ? [nearest(fraction(BigInt(net) * BigInt(buyer.sekMicro ?? 1_000_000), 1_000_000n))]
        : []
    })
    .map((net) => nearest(times(fraction(net), plus(fraction(1), fraction(rate, 10_000)))))
    .filter((price) => price > 0n)
    .toSorted((one, other) => compared(fraction(one), fraction(other)))
  return found[0]
}

/** A line at its agreed price, where that is lower than with the buyer's own discount; offers stay what they are. */
export function atAgreed(line: PricedWanted, agreed: bigint | undefined, personal: Agreements['personal']): AgreedLine {
  if (agreed === undefined || line.type === 4) return line
  const isOffered = line.upselling_bundle_id !== undefined || line.cross_selling_product_id !== undefined
  const paid = reduced(minorUnits(line.price), largestPercent(line, [], personal))
  if (agreed >= paid) return line
  return { ...line, price: Number(agreed) / 100, campaign: true, ...(isOffered ? {} : { usual: line }) }
}

/** The lines with coupons: one in percent may make the usual price lower than the agreed one. */
export function lowestLines(
  lines: readonly AgreedLine[],
  coupons: readonly OracleCoupon[],
  personal: Agreements['personal'],
): PricedWanted[] {
  return lines.map(({ usual, ...line }) => {
    if (!usual) return line
    const paid = reduced(minorUnits(usual.price), largestPercent(usual, coupons, personal))
    return paid < minorUnits(line.price) ? usual : line
  })
}
