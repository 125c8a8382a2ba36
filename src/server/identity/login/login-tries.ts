import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import type { RateLimit } from '../../platform/http/limits/rate-limit.ts'
import type { CustomerRow } from '../customer-queries.ts'
import { knownDevice, markDevice } from '../sessions/known-devices.ts'
import type { Shop } from '../shop.ts'

/** What attempts are counted by: the address, and a cookie that says whether this browser has signed in before. */
export type LoginClient = Pick<CallContext, 'clientAddress' | 'cookies'>
export type LoginLimits = readonly (readonly [RateLimit, string])[]

/**
 * Returns the rate limits of a password attempt: by network and by account, whether or not the account exists. A
 * browser that has signed in to the account before has its own limit only, so that guessing does not lock its owner
 * out.
 */
export function passwordLimits(
  { limits, env }: Shop,
  { clientAddress, cookies }: LoginClient,
  email: string,
  customer: CustomerRow | undefined,
): LoginLimits {
  const device = customer && knownDevice(env, cookies, 'known_device', customer)
  return device !== undefined
    ? [[limits.loginByDevice, device]]
    : [
        [limits.loginByAddress, clientAddress],
        [limits.loginByAccount, email],
      ]
}

/** Returns the rate limit of mailed tokens, which counts by network only. */
export function tokenLimits({ limits }: Shop, { clientAddress }: LoginClient): LoginLimits {
  return [[limits.loginByAddress, clientAddress]]
}

/**
 * Uses one attempt before anything is compared, so that parallel attempts count too; 429 too_many_tries when none is
 * left.
 */
export async function consumeAttempt(tries: LoginLimits): Promise<void> {
  for (const [limit, key] of tries) {
    const { isWithin, retryAfter } = await limit.take(key)
    if (!isWithin) throw new ProblemError(429, 'too_many_tries', { headers: { 'Retry-After': String(retryAfter) } })
  }
}

/** Refunds the points after a success, so that only failures count. */
export async function refundAttempt(tries: LoginLimits): Promise<void> {
  for (const [limit, key] of tries) await limit.refund(key)
}

/** Marks this browser as known, so that others' guesses do not lock it out; a new password resets the mark. */
export function rememberDevice({ env }: Shop, { cookies }: LoginClient, customer: CustomerRow): void {
  markDevice(env, cookies, 'known_device', customer)
}
