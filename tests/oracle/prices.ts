import { compared, fraction, minus, nearest, per, plus, times, written, type Fraction } from '../domain/exact.ts'

/** Spec section 9 on prices, in exact fractions. Amounts are minor units, VAT rates basis points. */
export type Tier = { q: number; p: number }
export type DatedRate = { country: string; vat_class: string; rate: number; valid_from: string }

/** Where the shop is: the currency of stored prices, and the VAT in them by class; gift cards include none. */
export type OracleHome = { currency: string; rates: Readonly<Record<string, number>> }
export const sweden: OracleHome = { currency: 'SEK', rates: { standard: 2_500, reduced: 600 } }

const one = fraction(1)

/** The VAT factor, 1 + vat / 100, of a rate in percent. */
function vatFactor(percent: number): Fraction {
  return plus(one, per(written(percent), fraction(100)))
}

/** Section 9: "Ex-VAT price is price divided by the VAT factor", to minor units. */
export function withoutVat(inc: bigint, percent: number): bigint {
  return nearest(per(fraction(inc), vatFactor(percent)))
}

/** Section 9: "Stored and computed prices are rounded to 2 decimals": a decimal price in minor units. */
export function minorUnits(price: number): bigint {
  return nearest(times(written(price), fraction(100)))
}

/** A price less a percentage. Section 9: "Stored and computed prices are rounded to 2 decimals", in every currency. */
export function reduced(unit: bigint, percent: number): bigint {
  return nearest(times(fraction(unit), minus(one, per(written(percent), fraction(100)))))
}

/**
 * A stored price with home VAT as another shopper pays it: converted, with that country's VAT, rounded once to 2
 * decimals.
 */
export function shopperPrice(
  stored: bigint,
  sekMicro: number | null,
  rate: number,
  homeRate = sweden.rates['standard'] ?? 0,
): bigint {
  const exchanged = sekMicro === null ? fraction(stored) : times(fraction(stored), fraction(sekMicro, 1_000_000))
  return nearest(times(exchanged, fraction(10_000 + rate, 10_000 + homeRate)))
}

/**
 * The displayed price including VAT. Section 9: "rounded to 0 decimals when including VAT in SEK, NOK or DKK, else 2
 * decimals"; below ten kronor the öre are shown (decision 0022).
 */
export function displayed(price: bigint, currency: string): bigint {
  const isRounded = ['SEK', 'NOK', 'DKK'].includes(currency) && (price < 0n ? -price : price) >= 1_000n
  return isRounded ? nearest(fraction(price, 100n)) * 100n : price
}

/** Section 4: the highest tier whose minimum quantity is reached; below all of them, the lowest. */
export function tierOf<T extends { q: number }>(tiers: readonly T[], quantity: number): T | undefined {
  let [highest, lowest]: [T | undefined, T | undefined] = [undefined, undefined]
  for (const tier of tiers) {
    if (!lowest || tier.q < lowest.q) lowest = tier
    if (tier.q <= quantity && (!highest || tier.q > highest.q)) highest = tier
  }
  return highest ?? lowest
}

/** Section 9: "Discount shown as a rounded percent"; a price that is not lower has none. */
export function percentOff(original: number, price: number): bigint {
  const [from, to] = [written(original), written(price)]
  if (compared(to, from) >= 0) return 0n
  return nearest(times(per(minus(from, to), from), fraction(100)))
}

/** The unit price of a quantity under a campaign: never more than without it. */
export function campaignPrice(
  normal: readonly Tier[],
  campaign: readonly Tier[],
  quantity: number,
): number | undefined {
  const offers = campaign.filter(({ q }) => q <= quantity).map(({ p }) => p)
  const ordinary = tierOf(normal, quantity)
  return ordinary && Math.min(ordinary.p, ...offers)
}

/** Section 9: "Price per unit is divided by the group size, max(group, 1)". */
export function perPiece(price: bigint, groupSize: number): bigint {
  return nearest(fraction(price, BigInt(groupSize > 1 ? groupSize : 1)))
}

/** The latest rate in force for a country and VAT class; 0 when there is none. An unknown class is the standard one. */
export function rateAt(rows: readonly DatedRate[], country: string, vatClass: string, day: string): number {
  const begun = rows
    .filter((row) => row.country === country && row.valid_from <= day)
    .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
  const row = begun.find((each) => each.vat_class === vatClass) ?? begun.find((each) => each.vat_class === 'standard')
  return row ? row.rate : 0
}
