import { daySeconds } from '../../../domain/durations.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import { readSecretCookie, writeSecretCookie } from '../sessions/session-cookies.ts'
import type { Shop } from '../shop.ts'

/** Longer than a link is valid, because its mail may be late. */
const maxAgeSeconds = daySeconds

type Browsing = Pick<CallContext, 'cookies'>

/**
 * Returns the identifier of the browser that requests a login link: the hash of a secret in its cookie, which is set
 * if missing.
 */
export function markBrowser({ env }: Pick<Shop, 'env'>, { cookies }: Browsing): string {
  const secret = readSecretCookie(env, cookies, 'link_browser') ?? newSecret()
  writeSecretCookie(env, cookies, 'link_browser', secret, maxAgeSeconds)
  return hashSecret(secret)
}

/** Tells whether this browser requested the link; false for a program, which has no cookies. */
export function isAskingBrowser({ env }: Pick<Shop, 'env'>, { cookies }: Browsing, link: { browser: string }): boolean {
  const secret = readSecretCookie(env, cookies, 'link_browser')
  return secret !== undefined && hashSecret(secret) === link.browser
}
