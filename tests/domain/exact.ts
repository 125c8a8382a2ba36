/** Exact arithmetic for oracles; independent of the shop's code. */

export type Fraction = { over: bigint; under: bigint }

export function fraction(over: bigint | number, under: bigint | number = 1): Fraction {
  return { over: BigInt(over), under: BigInt(under) }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under }
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { over: -b.over, under: b.under })
}

export function per(a: Fraction, b: Fraction): Fraction {
  return times(a, { over: b.under, under: b.over })
}

/** Negative, 0 or positive when `a` is less than, equal to or greater than `b`. */
export function compared(a: Fraction, b: Fraction): number {
  const { over, under } = minus(a, b)
  return over === 0n ? 0 : over < 0n === under < 0n ? 1 : -1
}

/** Rounds a non-negative fraction down. */
export function floor({ over, under }: Fraction): bigint {
  return over / under
}

/** The decimal number as written: 1.005 is 1005/1000, whatever its binary value. */
export function written(value: number): Fraction {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? []
  if (whole === '') throw new Error(`${value} is not a number`)
  const digits = BigInt(`${sign}${whole}${part}`)
  const exponent = Number(power) - part.length
  return exponent < 0 ? fraction(digits, 10n ** BigInt(-exponent)) : fraction(digits * 10n ** BigInt(exponent))
}

/** Rounds to the nearest whole number, halves away from zero. */
export function nearest({ over, under }: Fraction): bigint {
  const sign = over < 0n === under < 0n ? 1n : -1n
  const [top, bottom] = [over < 0n ? -over : over, under < 0n ? -under : under]
  const whole = top / bottom
  return sign * (2n * (top % bottom) >= bottom ? whole + 1n : whole)
}

/** Parses decimal text with at most two decimals to hundredths: "12.5" becomes 1250. */
export function hundredths(decimal: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return sign ? -value : value
}
