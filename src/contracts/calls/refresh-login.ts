import { z } from 'zod/mini'
import { loginReply, secretText } from './auth-user.ts'
import { defineCall } from './contract.ts'

/** Without a token in the body, the cookie's token is used and the new tokens are set as cookies. */
const body = z.object({ refresh_token: z.optional(secretText) })

/**
 * POST /api/auth/refresh (spec section 7): returns a new pair of tokens. A refresh token used again more than 10 s
 * after its first use ends the session.
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
