import { z } from 'zod/mini'
import { nothing } from './auth-user.ts'
import { defineCall } from './contract.ts'

/** GET /api/auth/sessions: where the customer is signed in, the latest used first. */
export const ListSessions = defineCall({
  method: 'GET',
  path: '/api/auth/sessions',
  response: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      user_agent: z.string(),
      is_current: z.boolean(),
    }),
  ),
  errors: ['not_signed_in', 'wrong_scope'],
})

/** DELETE /api/auth/sessions/[id]: ends one of the customer's own sessions, at once. */
export const EndSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/[id]',
  response: nothing,
  errors: ['not_signed_in', 'wrong_scope', 'unknown_session'],
})

/** POST /api/auth/logout: ends this session, or every session of the customer; harmless when nobody is signed in. */
export const LogOut = defineCall({
  method: 'POST',
  path: '/api/auth/logout',
  body: z.object({ everywhere: z.optional(z.boolean()) }),
  response: nothing,
  errors: [],
})
