/** The target of a figure. */
export type Bar = { atLeast: number } | { atMost: number }

/** One measured number, its target, and the peer or limit measured beside it. */
export type Figure = {
  what: string
  value: number
  unit:
    | 'requests/s'
    | 'orders/s'
    | 'rows/s'
    | 'ms'
    | 's'
    | 'MB'
    | 'kB'
    | 'requests'
    | 'products'
    | 'of the peer'
    | 'times'
    | 'of 100'
    | 'of 1'
    | '%'
    | 'CLS'
  bar: Bar | null
  beside: string
}

type Beside = { bar?: Bar; beside?: string }

export function figure(what: string, value: number, unit: Figure['unit'], { bar, beside = '' }: Beside = {}): Figure {
  return { what, value, unit, bar: bar ?? null, beside }
}

/** Undefined when there is no target. */
export function isMet({ value, bar }: Pick<Figure, 'value' | 'bar'>): boolean | undefined {
  if (bar === null) return undefined
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost
}

/** Rounds to three significant digits; more are not reproducible. */
export function shortNumber(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}

/** The value that this share (0–1) of the values stays at or below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
