import { z } from 'zod/mini'
import { sentence } from './reasons.ts'

/** A share of at most `most` percent with at most two decimals. */
export function share(max: number) {
  return z.number().check(
    z.gte(0),
    z.lte(max),
    z.refine((value) => Number.isInteger(Number((value * 100).toFixed(6))), sentence('two_decimals')),
  )
}
