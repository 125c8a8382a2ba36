import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/** POST /captuerr (spec section 7): reports an error that occurred in a browser. */
export const ClientErrors = defineCall({
  method: 'POST',
  path: '/captuerr',
  body: z.object({
    error: z.string().check(z.maxLength(2_000)),
    level: z.optional(z.string().check(z.maxLength(20))),
    stack: z.optional(z.string().check(z.maxLength(8_000))),
    userAgent: z.optional(z.string().check(z.maxLength(500))),
    url: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  response: z.null(),
  errors: [],
})
