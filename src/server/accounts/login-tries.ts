import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import type { CallContext } from '../http/endpoint.ts'
import { ProblemError } from '../http/problem.ts'
import type { Shop } from '../shop.ts'
import type { CustomerRow } from './customer-queries.ts'
import { readSecretCookie, writeSecretCookie } from './session-cookies.ts'

/** What tries are counted by: the address, cookies and, in the cookies, whether this browser has signed in before. */
export type Trier = Pick<CallContext, 'clientAddress' | 'cookies'>
export type Tries = readonly (readonly [RateLimiterMemory, string])[]

const DEVICE_SECONDS = 180 * 24 * 3600

/**
 * Tries at a password count by address and by account, whether or not the account exists. A browser that has signed in to
 * it before has a count of its own, so that nobody can lock another out by guessing.
 */
export function passwordTries({ limits, env }: Shop, { clientAddress, cookies }: Trier, email: string, customer: CustomerRow | undefined): Tries {
  const device = readSecretCookie(env, cookies, 'known_device')
  const isKnown = device !== undefined && customer !== undefined && isEqual(device, deviceMark(customer))
  return [[limits.loginByAddress, networkOf(clientAddress)], isKnown ? [limits.loginByDevice, device] : [limits.loginByAccount, email]]
}

/** Tries at mailed tokens, which count by address alone. */
export function tokenTries({ limits }: Shop, { clientAddress }: Trier): Tries {
  return [[limits.loginByAddress, networkOf(clientAddress)]]
}

/** Uses up one try before anything is compared, so that tries made at once count too; 429 too_many_tries when none is left. */
export async function takeTry(tries: Tries): Promise<void> {
  for (const [limit, key] of tries) {
    const rest: unknown = await limit.consume(key).then(() => undefined, (refused: unknown) => refused)
    if (rest !== undefined) throw tooManyTries(rest)
  }
}

/** A try that succeeded was none. */
export async function giveTryBack(tries: Tries): Promise<void> {
  for (const [limit, key] of tries) await limit.reward(key, 1)
}

/** Lets this browser be known when its account is guessed at by others; a new password makes it unknown again. */
export function rememberDevice({ env }: Shop, { cookies }: Trier, customer: CustomerRow): void {
  if (customer.password_hash !== null) writeSecretCookie(env, cookies, 'known_device', deviceMark(customer), DEVICE_SECONDS)
}

function deviceMark({ id, password_hash: hash }: CustomerRow): string {
  return createHmac('sha256', hash ?? '').update(`known device ${id}`).digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function tooManyTries(rest: unknown): ProblemError {
  const wait = typeof rest === 'object' && rest !== null ? Number(Reflect.get(rest, 'msBeforeNext')) : 0
  return new ProblemError(429, 'too_many_tries', { headers: { 'Retry-After': String(Math.max(1, Math.ceil((wait || 60_000) / 1000))) } })
}

/** A subscriber has a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').length : 0
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':')].slice(0, 4).join(':')
}
