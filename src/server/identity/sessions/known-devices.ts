import { createHmac, timingSafeEqual } from 'node:crypto'
import type { APIContext } from 'astro'
import { daySeconds } from '../../../domain/durations.ts'
import type { Env } from '../../platform/env.ts'
import { readSecretCookie, writeSecretCookie } from './session-cookies.ts'

type CookieEnv = Pick<Env, 'ORIGIN'>
type Cookies = APIContext['cookies']
/** A customer's browser, and that of a member of staff. */
type DeviceCookie = 'known_device' | 'staff_device'
type Person = { id: string; password_hash: string | null }

const deviceSeconds = 180 * daySeconds

/** Returns the mark of a browser in which this person has signed in with the present password; undefined otherwise. */
export function knownDevice(env: CookieEnv, cookies: Cookies, name: DeviceCookie, person: Person): string | undefined {
  const given = readSecretCookie(env, cookies, name)
  return given !== undefined && person.password_hash !== null && isEqual(given, markOf(person)) ? given : undefined
}

/** Marks this browser as one in which the person has signed in; people without a password need no mark. */
export function markDevice(env: CookieEnv, cookies: Cookies, name: DeviceCookie, person: Person): void {
  if (person.password_hash !== null) writeSecretCookie(env, cookies, name, markOf(person), deviceSeconds)
}

function markOf({ id, password_hash: hash }: Person): string {
  return createHmac('sha256', hash ?? '')
    .update(`known device ${id}`)
    .digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
