import { createHmac } from 'node:crypto'
import { daySeconds } from '../../../domain/durations.ts'
import type { NewRow } from '../../platform/db/tables.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'

/** Lifetimes in seconds; the access token's is from spec section 9, "Auth tokens". */
export const accessSeconds = 3600
export const idleSeconds = 30 * daySeconds
export const guestIdleSeconds = daySeconds
/** A session ends after half a year, even if it is in use. */
export const maxSeconds = 180 * daySeconds

export type TokenPair = { access: string; refresh: string }

/** Creates two random tokens of 192 bits each. */
export function newPair(): TokenPair {
  return { access: newSecret(), refresh: newSecret() }
}

/**
 * Derives the next pair from the refresh token, which only the browser has, and a nonce, which only the shop has:
 * everyone who sends the same token within its grace period gets the same pair, and nothing readable is stored.
 */
export function successorOf(refreshToken: string, nonce: string): TokenPair {
  const derive = (kind: string) => createHmac('sha256', nonce).update(`${kind} ${refreshToken}`).digest('base64url')
  return { access: derive('access'), refresh: derive('refresh') }
}

/** Builds the rows of a pair issued at a moment. */
export function tokenRows(
  sessionId: string,
  pair: TokenPair,
  now: Date,
  sessionEnd: string,
): NewRow<'session_tokens'>[] {
  const accessEnd = new Date(now.getTime() + accessSeconds * 1000).toISOString()
  const row = (token: string, kind: 'access' | 'refresh', expires_at: string) => ({
    hash: hashSecret(token),
    session_id: sessionId,
    kind,
    nonce: kind === 'refresh' ? newSecret() : '',
    expires_at,
    used_at: null,
  })
  return [row(pair.access, 'access', accessEnd), row(pair.refresh, 'refresh', sessionEnd)]
}
