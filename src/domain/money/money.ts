/**
 * Money in minor units (öre, cents): whole numbers everywhere in the shop. Over the API, amounts are decimal major
 * units with at most two decimals (spec section 9).
 */
export type Minor = number

/** Rounds half away from zero, so that a refund is the exact negative of its charge. */
export function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value)
}

/** `numerator / denominator` rounded half away from zero, in exact integer arithmetic. */
export function divideRounded(numerator: number, denominator: number): number {
  return timesDivided(numerator, 1, denominator)
}

/** `amount * times / denominator` rounded half away from zero, exact even where the product is no safe integer. */
export function timesDivided(amount: number, times: number, denominator: number): number {
  const top = BigInt(Math.trunc(amount)) * BigInt(Math.trunc(times)) * 2n
  const bottom = BigInt(Math.trunc(denominator))
  const half = top < 0n === bottom < 0n ? bottom : -bottom
  return Number((top + half) / (bottom * 2n))
}

/** Converts decimal major units to minor units; `toFixed` removes binary noise, as in 1.005 * 100. */
export function toMinor(major: number): Minor {
  return roundHalfAway(Number((major * 100).toFixed(4)))
}

/** Converts minor units to decimal major units, as used over the API. */
export function toMajor(minor: Minor): number {
  return minor / 100
}
