import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/** GET /api/currencies (spec section 7). */
export const Currencies = defineCall({
  method: 'GET',
  path: '/api/currencies',
  response: z.array(z.object({ id: z.number(), code: z.string() })),
  errors: [],
})

/** GET /api/countries (spec section 7): names in the request's language. */
export const Countries = defineCall({
  method: 'GET',
  path: '/api/countries',
  response: z.array(z.object({ code: z.string(), name: z.string() })),
  errors: [],
})
