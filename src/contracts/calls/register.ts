import { z } from 'zod/mini'
import { nothing, typedEmail } from './auth-user.ts'
import { defineCall } from './contract.ts'

/**
 * POST /api/auth/register: mails a link that creates the account, signs in and asks for a password. So only the owner
 * of an address can register it, and the answer does not reveal whether it has an account.
 */
export const Register = defineCall({
  method: 'POST',
  path: '/api/auth/register',
  body: z.object({ email: typedEmail, name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  response: nothing,
  errors: ['email_invalid', 'too_many_tries'],
})

/**
 * POST /api/auth/forgot: mails a sign-in link that asks for a new password, if the address has an account; the answer
 * is the same if not.
 */
export const ForgotPassword = defineCall({
  method: 'POST',
  path: '/api/auth/forgot',
  body: z.object({ email: typedEmail }),
  response: nothing,
  errors: ['email_invalid', 'too_many_tries'],
})
