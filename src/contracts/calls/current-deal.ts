import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/** The running deal (spec section 3); times are UTC ISO text, `discount` is in percent. */
const currentDeal = z.object({
  title: z.string(),
  product_name: z.string(),
  product_slug: z.string(),
  discount: z.number(),
  starts_at: z.string(),
  expires_at: z.string(),
})
export type CurrentDealAnswer = z.infer<typeof currentDeal>

/** GET /api/current-deal (spec section 7); null when no deal is running. */
export const CurrentDeal = defineCall({
  method: 'GET',
  path: '/api/current-deal',
  response: z.nullable(currentDeal),
  errors: [],
})
