import type { EndSession, ListSessions, LogOut } from '../../../contracts/calls/sessions.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { CallContext, Operation } from '../../platform/http/calls/endpoint.ts'
import type { Shop } from '../shop.ts'
import { customerOf } from './guards.ts'
import { clearRegion } from './region-cookies.ts'
import { clearTokens } from './session-cookies.ts'
import { deleteSessions, sessionIdsOf, sessionsOf } from './session-queries.ts'

/** GET /api/auth/sessions */
export const listSessions: Operation<typeof ListSessions, Shop> = async ({ db, now }, _input, call) => {
  const { id: current, customer } = customerOf(call)
  const sessions = await sessionsOf(db, customer.id, now().toISOString())
  return sessions.map(({ id, created_at, last_used_at, user_agent }) => ({
    id,
    created_at,
    last_used_at,
    user_agent,
    is_current: id === current,
  }))
}

/** DELETE /api/auth/sessions/[id]: 404 unknown_session for another customer's session. */
export const endSession: Operation<typeof EndSession, Shop> = async ({ db }, _input, call) => {
  const { customer } = customerOf(call)
  const wanted = call.params['id'] ?? ''
  if (!(await sessionIdsOf(db, customer.id)).includes(wanted)) throw new ProblemError(404, 'unknown_session')
  await db.transaction().execute((trx) => deleteSessions(trx, [wanted]))
  return {}
}

/** POST /api/auth/logout, for customers and guests. */
export const logOut: Operation<typeof LogOut, Shop> = async (shop, { body }, call) => {
  await signOut(shop, call, body.everywhere ?? false)
  return {}
}

/** Ends the caller's session, or every session of the customer, and deletes the cookies. */
export async function signOut(
  { db, env }: Shop,
  { locals: { session }, cookies }: Pick<CallContext, 'locals' | 'cookies'>,
  everywhere: boolean,
): Promise<void> {
  if (session) {
    const ids = everywhere && session.customer ? await sessionIdsOf(db, session.customer.id) : [session.id]
    await db.transaction().execute((trx) => deleteSessions(trx, ids))
    clearRegion(cookies)
  }
  clearTokens(env, cookies)
}
