/**
 * Money is a whole number of minor units (öre, cents) everywhere in the shop and a decimal
 * number with at most two decimals on the wire (spec section 9: prices are rounded to 2 decimals).
 */
export type Minor = number

/** Rounds half away from zero, so that a refund is the exact mirror of its charge. */
export function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value)
}

/** `numerator / denominator` rounded half away from zero, in exact integer arithmetic. */
export function divideRounded(numerator: number, denominator: number): number {
  const top = BigInt(Math.trunc(numerator)) * 2n
  const bottom = BigInt(Math.trunc(denominator))
  const half = top < 0n === bottom < 0n ? bottom : -bottom
  return Number((top + half) / (bottom * 2n))
}

/** Decimal major units to minor units; the small addition absorbs binary noise such as 1.005. */
export function toMinor(major: number): Minor {
  return roundHalfAway(Number((major * 100).toFixed(4)))
}

/** Minor units to the decimal number of the wire. */
export function toMajor(minor: Minor): number {
  return minor / 100
}
