import { z } from 'zod/mini'
import { divideRounded, toMajor, toMinor } from './money.ts'

/** A price tier (spec section 3): unit price `p` from quantity `q`; `o` is the original price, `d` the percent off. */
export const priceTier = z.object({
  p: z.number().check(z.minimum(0), z.maximum(10_000_000)),
  q: z.number().check(z.minimum(0)),
  o: z.optional(z.number()),
  d: z.optional(z.number()),
})
export type PriceTier = z.infer<typeof priceTier>

/** Normal tiers `n` and, while a campaign runs, campaign tiers `c` (spec section 3). */
export const prices = z.object({ n: z.array(priceTier), c: z.optional(z.array(priceTier)) })
export type Prices = z.infer<typeof prices>

/** The discount in rounded percent of the original price; 0 when the price is not lower. */
export function percentOff(original: number, price: number): number {
  const [before, now] = [toMinor(original), toMinor(price)]
  return before > 0 && now < before ? divideRounded((before - now) * 100, before) : 0
}

/** The unit price within a pack: `price` divided by max(group size, 1), rounded to 2 decimals (spec section 9). */
export function pricePerUnit(price: number, groupSize: number): number {
  return toMajor(divideRounded(toMinor(price), Math.max(Math.trunc(groupSize), 1)))
}

/** Finds the highest tier whose minimum quantity is reached, else the lowest tier (spec section 4). */
export function tierFor<Tier extends { q: number }>(tiers: readonly Tier[], quantity: number): Tier | undefined {
  let reached: Tier | undefined
  let lowest: Tier | undefined
  for (const tier of tiers) {
    if (!lowest || tier.q < lowest.q) lowest = tier
    if (tier.q <= quantity && (!reached || tier.q > reached.q)) reached = tier
  }
  return reached ?? lowest
}

/** Sets `o` and `d` of campaign tiers from the reference price that the law requires to be shown. */
export function withReference(tiers: readonly PriceTier[], reference: number): PriceTier[] {
  return tiers.map((tier) =>
    tier.p < reference ? { ...tier, o: reference, d: percentOff(reference, tier.p) } : { ...tier },
  )
}

/** The tiers in force: those of the campaign when there is one, else the normal ones. */
export function activeTiers(prices: Prices): PriceTier[] {
  return prices.c && prices.c.length > 0 ? prices.c : prices.n
}
