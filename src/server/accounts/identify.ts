import type { APIContext } from 'astro'
import type { Shop } from '../shop.ts'
import { refreshSession } from './refresh-session.ts'
import { sessionOf, type Session } from './session.ts'
import { clearTokens, readSecretCookie, writeTokens } from './session-cookies.ts'

/**
 * Who sends a request: by its Bearer header alone where it has one, else by its cookies. A browser whose access token has
 * run out is refreshed on the way, so that pages need no script for it; one whose session is over loses its cookies.
 */
export async function identify(shop: Shop, { request, cookies }: Pick<APIContext, 'request' | 'cookies'>): Promise<Session | null> {
  const authorization = request.headers.get('Authorization')
  if (authorization !== null) {
    const token = bearerToken(authorization)
    return token === undefined ? null : sessionOf(shop, token)
  }
  const access = readSecretCookie(shop.env, cookies, 'access_token')
  const session = access === undefined ? null : await sessionOf(shop, access)
  const refresh = readSecretCookie(shop.env, cookies, 'refresh_token')
  return session || refresh === undefined ? session : renewed(shop, cookies, refresh)
}

async function renewed(shop: Shop, cookies: APIContext['cookies'], refreshToken: string): Promise<Session | null> {
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
