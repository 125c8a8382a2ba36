import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { RateLimit } from '../../platform/http/limits/rate-limit.ts'
import type { Shop } from '../shop.ts'
import type { CustomerRow } from '../customer-queries.ts'
import { readSecretCookie, writeSecretCookie } from '../sessions/session-cookies.ts'

/** What tries are counted by: the address, cookies and, in the cookies, whether this browser has signed in before. */
export type Trier = Pick<CallContext, 'clientAddress' | 'cookies'>
export type Tries = readonly (readonly [RateLimit, string])[]

const DEVICE_SECONDS = 180 * 24 * 3600

/**
 * Tries at a password count by network and by account, whether or not the account exists. A browser that has signed in
 * to it before has a count of its own alone, so that nobody can lock another out by guessing.
 */
export function passwordTries(
  { limits, env }: Shop,
  { clientAddress, cookies }: Trier,
  email: string,
  customer: CustomerRow | undefined,
): Tries {
  const device = readSecretCookie(env, cookies, 'known_device')
  const isKnown = device !== undefined && customer !== undefined && isEqual(device, deviceMark(customer))
  return isKnown
    ? [[limits.loginByDevice, device]]
    : [
        [limits.loginByAddress, clientAddress],
        [limits.loginByAccount, email],
      ]
}

/** Tries at mailed tokens, which count by network alone. */
export function tokenTries({ limits }: Shop, { clientAddress }: Trier): Tries {
  return [[limits.loginByAddress, clientAddress]]
}

/**
 * Uses up one try before anything is compared, so that tries made at once count too; 429 too_many_tries when none is
 * left.
 */
export async function takeTry(tries: Tries): Promise<void> {
  for (const [limit, key] of tries) {
    const { isWithin, retryAfter } = await limit.take(key)
    if (!isWithin) throw new ProblemError(429, 'too_many_tries', { headers: { 'Retry-After': String(retryAfter) } })
  }
}

/** Refunds the points after a success, so that they count failures alone. */
export async function giveTryBack(tries: Tries): Promise<void> {
  for (const [limit, key] of tries) await limit.refund(key)
}

/** Lets this browser be known when its account is guessed at by others; a new password makes it unknown again. */
export function rememberDevice({ env }: Shop, { cookies }: Trier, customer: CustomerRow): void {
  if (customer.password_hash !== null)
    writeSecretCookie(env, cookies, 'known_device', deviceMark(customer), DEVICE_SECONDS)
}

function deviceMark({ id, password_hash: hash }: CustomerRow): string {
  return createHmac('sha256', hash ?? '')
    .update(`known device ${id}`)
    .digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
