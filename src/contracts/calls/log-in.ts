import { z } from 'zod/mini'
import { loginReply, secretText, typedEmail, typedPassword, wantsCookie } from './auth-user.ts'
import { defineCall } from './contract.ts'

/**
 * POST /api/auth/login (spec section 7): signs in by e-mail and password, or by the token of a mailed link, which works
 * once within ten minutes.
 */
export const LogIn = defineCall({
  method: 'POST',
  path: '/api/auth/login',
  body: z.union([
    z.object({ email: typedEmail, password: typedPassword, cookie: wantsCookie }),
    z.object({ token: secretText, cookie: wantsCookie }),
  ]),
  response: loginReply,
  errors: ['wrong_login', 'link_over', 'link_elsewhere', 'too_many_tries'],
})
