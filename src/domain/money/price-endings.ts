/**
 * How computed prices including VAT end: anyhow, with whole kronor or euros, or with 90 or 95 öre or cents; or as whole
 * amounts that end with 9 or 99.
 */
export const priceEndings = ['ore', 'krona', '90', '95', '9', '99'] as const
export type PriceEnding = (typeof priceEndings)[number]

/** Prices of each ending are those with this rest, in minor units, when divided by the step. */
export const formOfEnding: Readonly<Record<PriceEnding, readonly [step: bigint, rest: bigint]>> = {
  ore: [1n, 0n],
  krona: [100n, 0n],
  '90': [100n, 90n],
  '95': [100n, 95n],
  '9': [1_000n, 900n],
  '99': [10_000n, 9_900n],
}
