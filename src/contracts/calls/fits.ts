import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/** How many products one call asks about at most. */
export const maxProductsAsked = 100
const maxIdLength = 64

/**
 * GET /api/fits: which of the products, whose ids are separated by commas, fit the device with this slug, and which
 * ones are recorded for other devices only. What is recorded for no device is in neither list.
 */
export const Fits = defineCall({
  method: 'GET',
  path: '/api/fits',
  query: z.object({
    device: z.string().check(z.maxLength(200), z.regex(/^[^\0]*$/)),
    products: z.string().check(z.maxLength(maxProductsAsked * (maxIdLength + 1)), z.regex(/^[^\0]*$/)),
  }),
  response: z.object({ fitting: z.array(z.string()), other: z.array(z.string()) }),
  errors: [],
})
