/** Exact arithmetic for oracles: nothing here comes from the shop's own code. */

export type Fraction = { over: bigint; under: bigint }

export function fraction(over: bigint | number, under: bigint | number = 1): Fraction {
  return { over: BigInt(over), under: BigInt(under) }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under }
}

/** The nearest whole number; a half goes away from zero. */
export function nearest({ over, under }: Fraction): bigint {
  const sign = over < 0n === under < 0n ? 1n : -1n
  const [top, bottom] = [over < 0n ? -over : over, under < 0n ? -under : under]
  const whole = top / bottom
  return sign * (2n * (top % bottom) >= bottom ? whole + 1n : whole)
}

/** Decimal text with at most two decimals as hundredths: "12.5" -> 1250. */
export function hundredths(decimal: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return sign ? -value : value
}
