/** Exact arithmetic: amounts are whole öre or cents, factors are fractions of whole numbers; no floats. */
export type Minor = bigint
export type Fraction = { over: bigint; under: bigint }

export const whole = (value: number | bigint): Fraction => ({ over: BigInt(value), under: 1n })

export function times(...factors: readonly Fraction[]): Fraction {
  return factors.reduce(
    (product, { over, under }) => ({ over: product.over * over, under: product.under * under }),
    whole(1),
  )
}

export const divided = (value: Fraction, by: Fraction): Fraction => times(value, { over: by.under, under: by.over })

/** "Stored and computed prices are rounded to 2 decimals" (section 9): half up, once. */
export function rounded({ over, under }: Fraction): Minor {
  const twice = 2n * over + under
  const quotient = twice / (2n * under)
  return twice < 0n && quotient * 2n * under !== twice ? quotient - 1n : quotient
}

/** 1 + vat/100 (section 9), from a rate in hundredths of a percent. */
export const vatFactor = (rate: bigint): Fraction => ({ over: 10_000n + rate, under: 10_000n })

/** "Ex-VAT price is price divided by the VAT factor" (section 9), to two decimals. */
export const withoutVat = (amount: Minor, rate: bigint): Minor => rounded(divided(whole(amount), vatFactor(rate)))

/** Unit × (100 − percent)/100. */
export const reduced = (amount: Minor, percent: bigint): Minor =>
  rounded(times(whole(amount), { over: 100n - percent, under: 100n }))

export const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((total, each) => total + each, 0n)

export const smaller = (left: Minor, right: Minor): Minor => (left < right ? left : right)
