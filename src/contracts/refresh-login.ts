import { z } from 'zod/mini'
import { loginReply, secretText } from './auth-user.ts'
import { defineCall } from './contract.ts'

/** Without a token the cookie's is taken, and the new ones come as cookies. */
const body = z.object({ refresh_token: z.optional(secretText) })

/**
 * POST /api/auth/refresh (spec section 7): the next pair of tokens; a token shown again later than 60 s after its use
 * ends the session.
 */
export const RefreshLogin = defineCall({
  method: 'POST',
  path: '/api/auth/refresh',
  body,
  response: loginReply,
  errors: ['session_over', 'too_many_tries'],
})

/** POST /api/order-auth/refresh: the same for order guests. */
export const RefreshOrderLogin = defineCall({
  method: 'POST',
  path: '/api/order-auth/refresh',
  body,
  response: loginReply,
  errors: ['session_over', 'too_many_tries'],
})
