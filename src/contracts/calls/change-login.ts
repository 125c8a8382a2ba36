import { z } from 'zod/mini'
import { maxTypedPasswordLength } from '../../domain/field-lengths.ts'
import { nothing, typedEmail, typedPassword } from './auth-user.ts'
import { defineCall } from './contract.ts'

const mayAnswer = ['not_signed_in', 'wrong_scope', 'wrong_password', 'too_many_tries'] as const

/**
 * POST /api/auth/password: changes the password and ends all other sessions. The old password is not required right
 * after signing in by a mailed link.
 */
export const ChangePassword = defineCall({
  method: 'POST',
  path: '/api/auth/password',
  body: z.object({
    password: z.string().check(z.maxLength(maxTypedPasswordLength)),
    current_password: z.optional(typedPassword),
  }),
  response: nothing,
  errors: [...mayAnswer, 'password_too_short', 'password_too_long', 'password_too_common'],
})

/** POST /api/auth/email: mails a link to the new address; the address changes when the link is used. */
export const ChangeEmail = defineCall({
  method: 'POST',
  path: '/api/auth/email',
  body: z.object({ email: typedEmail, current_password: z.optional(typedPassword) }),
  response: nothing,
  errors: [...mayAnswer, 'email_invalid'],
})
