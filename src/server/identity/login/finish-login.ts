import type { LoginReply } from '../../../contracts/calls/auth-user.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { authUserOf } from '../sessions/auth-user.ts'
import { openSession, type Holder, type IssuedTokens } from '../sessions/open-session.ts'
import { clearTokens, readSecretCookie, writeTokens } from '../sessions/session-cookies.ts'
import { deleteSessions } from '../sessions/session-queries.ts'
import { sessionOf } from '../sessions/session.ts'
import type { Shop } from '../shop.ts'

export type LoginContext = Pick<CallContext, 'cookies' | 'request'>
type Proven = { holder: Holder; method: 'password' | 'link'; cookie: boolean }

/** Opens a session for an authenticated customer or guest; with cookies, it replaces the previous session. */
export async function finishLogin(
  shop: Shop,
  { cookies, request }: LoginContext,
  { holder, method, cookie }: Proven,
): Promise<LoginReply> {
  if (cookie) await endCookieSession(shop, cookies)
  const tokens = await openSession(shop, { holder, method, userAgent: request.headers.get('User-Agent') ?? '' })
  return reply(shop, cookies, tokens, cookie)
}

/** Returns the tokens in the answer or, where scripts must not read them, in cookies. */
export async function reply(
  shop: Shop,
  cookies: CallContext['cookies'],
  tokens: IssuedTokens,
  cookie: boolean,
): Promise<LoginReply> {
  const session = await sessionOf(shop, tokens.access)
  if (!session) throw new ProblemError(401, 'session_over')
  if (cookie) writeTokens(shop.env, cookies, tokens, shop.now())
  const shown = cookie
    ? { access_token: null, refresh_token: null }
    : { access_token: tokens.access, refresh_token: tokens.refresh }
  return { ...shown, expires_in: tokens.expiresIn, user: await authUserOf(shop, session) }
}

/** Ends the session of a browser's cookies and deletes the cookies. */
async function endCookieSession(shop: Shop, cookies: CallContext['cookies']): Promise<void> {
  const access = readSecretCookie(shop.env, cookies, 'access_token')
  const session = access === undefined ? null : await sessionOf(shop, access)
  if (session) await shop.db.transaction().execute((trx) => deleteSessions(trx, [session.id]))
  clearTokens(shop.env, cookies)
}
