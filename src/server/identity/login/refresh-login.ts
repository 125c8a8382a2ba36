import type { RefreshLogin, RefreshOrderLogin } from '../../../contracts/calls/refresh-login.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { CallContext, CallInput, Operation } from '../../platform/http/calls/endpoint.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import { clearTokens, readSecretCookie } from '../sessions/session-cookies.ts'
import type { Shop } from '../shop.ts'
import { reply } from './finish-login.ts'
import { consumeAttempt } from './login-tries.ts'

/** POST /api/auth/refresh: 401 session_over, 429 too_many_tries. */
export const refreshLogin: Operation<typeof RefreshLogin, Shop> = (shop, input, call) =>
  refreshBy(shop, input, call, 'account')

/** POST /api/order-auth/refresh: the same for guests. Neither endpoint refreshes the other's sessions. */
export const refreshOrderLogin: Operation<typeof RefreshOrderLogin, Shop> = (shop, input, call) =>
  refreshBy(shop, input, call, 'order')

/** Refreshes tokens. A token from a cookie is answered by cookies, so that scripts never get one. */
async function refreshBy(
  shop: Shop,
  { body }: { body: CallInput<typeof RefreshLogin>['body'] },
  { cookies, clientAddress }: CallContext,
  strategy: 'account' | 'order',
) {
  await consumeAttempt([[shop.limits.refreshes, clientAddress]])
  const fromCookie = body.refresh_token === undefined ? readSecretCookie(shop.env, cookies, 'refresh_token') : undefined
  const shown = body.refresh_token ?? fromCookie
  const tokens = shown === undefined ? null : await refreshSession(shop, shown, strategy)
  if (tokens) return reply(shop, cookies, tokens, fromCookie !== undefined)
  if (fromCookie !== undefined) clearTokens(shop.env, cookies)
  throw new ProblemError(401, 'session_over')
}
