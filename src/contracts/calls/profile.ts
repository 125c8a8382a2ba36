import { z } from 'zod/mini'
import { authUser } from './auth-user.ts'
import { defineCall } from './contract.ts'

/** GET /api/auth/profile (spec section 7): the signed-in customer. */
export const Profile = defineCall({
  method: 'GET',
  path: '/api/auth/profile',
  response: z.object({
    ...authUser.shape,
    email: z.string(),
    name: z.string(),
    phone: z.string(),
    language: z.string(),
    mail_consent: z.boolean(),
  }),
  errors: ['not_signed_in', 'wrong_scope'],
})
