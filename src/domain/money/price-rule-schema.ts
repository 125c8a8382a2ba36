import { z } from 'zod/mini'
import type { PriceRule } from './price-rules.ts'

/** A rule as it is stored. */
export const priceRule: z.ZodMiniType<PriceRule> = z.discriminatedUnion('how', [
  z.object({ how: z.literal('percent'), percent: z.int() }),
  z.object({ how: z.literal('amount'), amount: z.int() }),
  z.object({ how: z.literal('price'), amount: z.int() }),
  z.object({ how: z.literal('margin'), margin: z.int() }),
])
