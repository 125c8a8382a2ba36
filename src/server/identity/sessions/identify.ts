import type { APIContext } from 'astro'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import type { Shop } from '../shop.ts'
import { refreshSession } from './refresh-session.ts'
import { sessionOf, type Session } from './session.ts'
import { clearTokens, readSecretCookie, writeTokens } from './session-cookies.ts'

type Asked = Pick<APIContext, 'request' | 'cookies'> & { clientAddress?: string }

/**
 * Who sends a request: by its Bearer header alone where it has one, else by its cookies. A browser whose access token
 * has run out is refreshed on the way, so that pages need no script for it; one whose session is over loses its
 * cookies.
 */
export async function identify(shop: Shop, asked: Asked): Promise<Session | null> {
  const { request, cookies } = asked
  const authorization = request.headers.get('Authorization')
  if (authorization !== null) {
    const token = bearerToken(authorization)
    return token === undefined ? null : sessionOf(shop, token)
  }
  const access = readSecretCookie(shop.env, cookies, 'access_token')
  const session = access === undefined ? null : await sessionOf(shop, access)
  const refresh = readSecretCookie(shop.env, cookies, 'refresh_token')
  return session || refresh === undefined ? session : renewed(shop, asked, refresh)
}

/** A network that asks too often is nobody for this request, and keeps its cookies. */
async function renewed(shop: Shop, { cookies, clientAddress }: Asked, refreshToken: string): Promise<Session | null> {
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
