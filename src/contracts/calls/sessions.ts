import { z } from 'zod/mini'
import { nothing } from './auth-user.ts'
import { defineCall } from './contract.ts'

/** GET /api/auth/sessions: the customer's sessions, last used first. */
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

/** DELETE /api/auth/sessions/[id]: ends one of the customer's sessions immediately. */
export const EndSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/[id]',
  response: nothing,
  errors: ['not_signed_in', 'wrong_scope', 'unknown_session'],
})

/** POST /api/auth/logout: ends this session, or all sessions of the customer; does nothing when signed out. */
export const LogOut = defineCall({
  method: 'POST',
  path: '/api/auth/logout',
  body: z.object({ everywhere: z.optional(z.boolean()) }),
  response: nothing,
  errors: [],
})
