import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { APIContext } from 'astro'
import { challengeSeconds } from '../../../domain/staff/staff-limits.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import { readOrCreateSetting } from '../../platform/setting-queries.ts'
import { clearSecretCookie, readSecretCookie, writeSecretCookie } from '../sessions/session-cookies.ts'
import type { Shop } from '../shop.ts'
import { spendChallenge } from './factor-queries.ts'

type Cookies = APIContext['cookies']
type Services = Pick<Shop, 'db' | 'env' | 'now'>
const nonceBytes = 16

/**
 * Makes the challenge of a passkey: a nonce, when it ends, and our signature of both, so that showing a page writes
 * nothing to the database. The cookie binds it to this browser.
 */
export async function makeChallenge(shop: Services, cookies: Cookies): Promise<string> {
  const ends = shop.now().getTime() + challengeSeconds * 1000
  const signed = `${randomBytes(nonceBytes).toString('hex')}.${ends}`
  const challenge = Buffer.from(`${signed}.${await signature(shop, signed)}`).toString('base64url')
  writeSecretCookie(shop.env, cookies, 'staff_challenge', challenge, challengeSeconds)
  return challenge
}

/** The challenge that this browser was given, if it is ours and not over; the answer to it must be used up. */
export async function givenChallenge(shop: Services, cookies: Cookies): Promise<string | undefined> {
  const challenge = readSecretCookie(shop.env, cookies, 'staff_challenge') ?? ''
  const [nonce = '', ends = '', sign = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  const expected = await signature(shop, `${nonce}.${ends}`)
  const isOurs = /^[0-9a-f]{64}$/.test(sign) && timingSafeEqual(Buffer.from(sign), Buffer.from(expected))
  return isOurs && Number(ends) > shop.now().getTime() ? challenge : undefined
}

/** Uses a challenge up; false for the second answer to it. */
export async function endChallenge(shop: Services, cookies: Cookies, challenge: string): Promise<boolean> {
  clearSecretCookie(shop.env, cookies, 'staff_challenge')
  const ends = new Date(shop.now().getTime() + challengeSeconds * 1000).toISOString()
  return spendChallenge(shop.db, hashSecret(challenge), ends)
}

async function signature({ db }: { db: Queryable }, text: string): Promise<string> {
  const key = await readOrCreateSetting(db, 'challenge_secret', newSecret())
  return createHmac('sha256', key).update(text).digest('hex')
}
