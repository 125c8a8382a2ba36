import type { APIContext } from 'astro'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import type { Shop } from '../shop.ts'
import { refreshSession } from './refresh-session.ts'
import { clearTokens, readSecretCookie, writeTokens } from './session-cookies.ts'
import { sessionOf, type Session } from './session.ts'

type IdentifiableRequest = Pick<APIContext, 'request' | 'cookies'> & { clientAddress?: string }

/**
 * Returns the session of a request: by its Bearer header only if it has one, else by its cookies. Refreshes a
 * browser's expired access token, so that pages need no script for it; deletes the cookies of an ended session.
 */
export async function identify(shop: Shop, asked: IdentifiableRequest): Promise<Session | null> {
  const { request, cookies } = asked
  const authorization = request.headers.get('Authorization')
  if (authorization !== null) {
    const token = bearerToken(authorization)
    return token === undefined ? null : sessionOf(shop, token)
  }
  const access = readSecretCookie(shop.env, cookies, 'access_token')
  const session = access === undefined ? null : await sessionOf(shop, access)
  const refresh = readSecretCookie(shop.env, cookies, 'refresh_token')
  return session || refresh === undefined ? session : renewSession(shop, asked, refresh)
}

/** Refreshes the session; over the rate limit the request counts as signed out, and its cookies are kept. */
async function renewSession(
  shop: Shop,
  { cookies, clientAddress }: IdentifiableRequest,
  refreshToken: string,
): Promise<Session | null> {
  if (clientAddress !== undefined && !(await isWithin(shop.limits.refreshes, clientAddress))) return null
  const tokens = await refreshSession(shop, refreshToken)
  if (!tokens) {
    clearTokens(shop.env, cookies)
    return null
  }
  writeTokens(shop.env, cookies, tokens, shop.now())
  return sessionOf(shop, tokens.access)
}

function bearerToken(authorization: string): string | undefined {
  return /^Bearer ([\w.~+/-]{1,200}=*)$/i.exec(authorization)?.[1]
}
