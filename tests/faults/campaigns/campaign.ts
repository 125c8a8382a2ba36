import type { Ground } from './ground.ts'

/** The limit of a finding. */
export type FindingBar = { exactly: number } | { atLeast: number } | { atMost: number }

/**
 * One measured figure. A `count` outside its limit fails the run; a `timing` depends on the machine and is only
 * printed.
 */
export type Finding = {
  what: string
  engine: string
  value: number
  unit: string
  bar: FindingBar | null
  kind: 'count' | 'timing'
  beside: string
}

type Beside = { engine?: string; unit?: string; bar?: FindingBar; beside?: string }

export function count(
  what: string,
  value: number,
  bar: FindingBar,
  { engine = '', unit = '', beside = '' }: Omit<Beside, 'bar'> = {},
): Finding {
  return { what, engine, value, unit, bar, kind: 'count', beside }
}

export function timing(
  what: string,
  value: number,
  unit: string,
  { engine = '', bar, beside = '' }: Omit<Beside, 'unit'> = {},
): Finding {
  return { what, engine, value, unit, bar: bar ?? null, kind: 'timing', beside }
}

/** Undefined when there is no limit. */
export function holds({ value, bar }: Pick<Finding, 'value' | 'bar'>): boolean | undefined {
  if (bar === null) return undefined
  if ('exactly' in bar) return value === bar.exactly
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost
}

/** An attack on the built shop that can be run by name; unless it is `usual`, it only runs when named. */
export type Campaign = { name: string; about: string; isUsual?: false; run(ground: Ground): Promise<Finding[]> }
