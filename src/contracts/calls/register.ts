import { z } from 'zod/mini'
import { nothing, typedEmail } from './auth-user.ts'
import { defineCall } from './contract.ts'

/** Trimmed by a transform, which other fields use too; z.trim would add 0.2 kB to the scripts. */
const typedName = z.pipe(
  z.string().check(z.maxLength(300)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(z.minLength(1), z.maxLength(100)),
  ),
)

/**
 * POST /api/auth/register: mails a link that creates the account, signs in and asks for a password. So only the owner
 * of an address can register it, and the answer does not reveal whether it has an account.
 */
export const Register = defineCall({
  method: 'POST',
  path: '/api/auth/register',
  body: z.object({ email: typedEmail, name: typedName }),
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
