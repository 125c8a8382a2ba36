import { createHmac } from 'node:crypto'
import { Secret, TOTP as TimeCodes } from 'otpauth'
import type { Queryable } from '../../platform/db/tables.ts'
import { newSecret } from '../../platform/ids.ts'
import { readOrCreateSetting } from '../../platform/setting-queries.ts'
import { markTotpStep, type StaffRow } from './staff-queries.ts'

const period = 30
const secretBytes = 20
/** Clocks of phones may be a step behind or ahead. */
const tolerance = 1

/**
 * The secret that a session may set up: the same until it is signed in anew, so that a mistyped code does not ask for
 * another scan, and kept nowhere before it is confirmed.
 */
export async function secretToSetUp(db: Queryable, sessionHash: string): Promise<string> {
  const key = await readOrCreateSetting(db, 'totp_setup_secret', newSecret())
  const bytes = createHmac('sha256', key).update(sessionHash).digest().subarray(0, secretBytes)
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32
}

/** The address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, issuer: string, email: string): string {
  return totpOf(secret, issuer, email).toString()
}

/** The time step of a code that is right now; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const delta = totpOf(secret).validate({ token: digits, timestamp: now.getTime(), window: tolerance })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta
}

/** Tells whether a code is the person's and was not used before; uses it up. */
export async function consumeCode(db: Queryable, staff: StaffRow, code: string, now: Date): Promise<boolean> {
  if (staff.totp_secret === null) return false
  const step = stepOfCode(staff.totp_secret, code, now)
  return step !== undefined && markTotpStep(db, staff.id, step)
}

function totpOf(secret: string, issuer = '', label = ''): TimeCodes {
  return new TimeCodes({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' })
}
