import type { APIContext } from 'astro'
import type { Needed, Permission } from '../../../domain/staff/permissions.ts'
import {
  factorSeconds,
  signInSeconds,
  staffKnownSeconds,
  staffIdleSeconds,
  staffSessionSeconds,
} from '../../../domain/staff/staff-limits.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { hashSecret, newId, newSecret } from '../../platform/ids.ts'
import { clearSecretCookie, readSecretCookie, secretInHeader, writeSecretCookie } from '../sessions/session-cookies.ts'
import type { Shop } from '../shop.ts'
import { passkeysOf } from './factor-queries.ts'
import {
  deleteStaffSession,
  insertStaffSession,
  liveStaffSession,
  noteStaffSessionUse,
  staffSession,
  type StaffSessionRow,
} from './session-queries.ts'
import { permissionsOf, staffById, type StaffRow } from './staff-queries.ts'

type Cookies = APIContext['cookies']
export type StaffRequest = Pick<APIContext, 'cookies' | 'clientAddress' | 'request'>
type Services = Pick<Shop, 'db' | 'env' | 'now'>
/** How old the noted last use may become before it is written again. */
const noteEveryMs = 60_000

/** Who works in the console in one request. */
export type StaffSession = {
  readonly staff: StaffRow
  readonly row: StaffSessionRow
  readonly permissions: readonly Permission[]
  readonly actor: Actor
  /** In production, somebody without a second factor may only set one up. */
  readonly mustEnrol: boolean
  /** When the previous request came, before this one. */
  readonly idleSince: string
}

/**
 * Returns who asks, by the cookie; null without a session, for one that is over and for a person who was shut out. Role
 * and permissions are read each time, so that a change counts at once. `isByPerson`: what a page asks by itself is no
 * sign that somebody sits there.
 */
export async function identifyStaff(
  shop: Services,
  request: StaffRequest,
  isByPerson = true,
): Promise<StaffSession | null> {
  const secret = readSecretCookie(shop.env, request.cookies, 'staff_session')
  const row = secret && (await liveStaffSession(shop.db, hashSecret(secret), shop.now().toISOString()))
  const staff = row ? await staffById(shop.db, row.staff_id) : undefined
  if (!row || !staff || staff.is_active === 0) return null
  if (isByPerson && shop.now().getTime() - Date.parse(row.last_used_at) > noteEveryMs) await noteUse(shop, row)
  return {
    staff,
    row,
    permissions: row.stage === 'full' ? await permissionsOf(shop.db, staff.role) : [],
    actor: { staffId: staff.id, name: staff.name, address: request.clientAddress },
    mustEnrol: await mustEnrol(shop, staff),
    idleSince: row.last_used_at,
  }
}

/**
 * Notes that the session is used. One that was left for half an hour loses its confirmed factor with it, so that no
 * later request, of whatever screen, passes the question of the sensitive screens before it is answered.
 */
async function noteUse(shop: Services, row: StaffSessionRow): Promise<void> {
  const isLeft = isIdle(shop, { row, idleSince: row.last_used_at })
  const changes = { last_used_at: shop.now().toISOString(), ...(isLeft && { factor_at: null }) }
  await noteStaffSessionUse(shop.db, row, changes)
}

async function mustEnrol({ db, env }: Services, { id, totp_secret: secret }: StaffRow): Promise<boolean> {
  return env.isProduction && secret === null && (await passkeysOf(db, id)).length === 0
}

type Opening = { staffId: string; stage: StaffSessionRow['stage']; hasFactor: boolean }

/** Opens a session and sets its cookie, a new one each time, so that a secret known from before is worth nothing. */
export async function openStaffSession(
  { db, env, now }: Services,
  { cookies, clientAddress, request }: StaffRequest,
  { staffId, stage, hasFactor }: Opening,
): Promise<void> {
  const at = now()
  const secret = newSecret()
  const seconds = stage === 'full' ? staffSessionSeconds : signInSeconds
  const earlier = readSecretCookie(env, cookies, 'staff_session')
  if (earlier) await deleteStaffSession(db, hashSecret(earlier))
  await insertStaffSession(db, {
    hash: hashSecret(secret),
    id: newId(at.getTime()),
    staff_id: staffId,
    stage,
    factor_at: hasFactor ? at.toISOString() : null,
    address: clientAddress,
    user_agent: (request.headers.get('User-Agent') ?? '').slice(0, 200),
    created_at: at.toISOString(),
    last_used_at: at.toISOString(),
    expires_at: new Date(at.getTime() + seconds * 1000).toISOString(),
  })
  writeSecretCookie(env, cookies, 'staff_session', secret, seconds + staffKnownSeconds)
}

/** Whether a Cookie header is that of a browser in which somebody works in the console, or did until lately. */
export async function isStaffBrowser({ db, env }: Pick<Services, 'db' | 'env'>, header: string): Promise<boolean> {
  const secret = secretInHeader(env, header, 'staff_session')
  return secret !== undefined && (await staffSession(db, hashSecret(secret))) !== undefined
}

export async function endStaffSession({ db, env }: Services, cookies: Cookies, row: StaffSessionRow): Promise<void> {
  await deleteStaffSession(db, row.hash)
  clearSecretCookie(env, cookies, 'staff_session')
}

export function may({ permissions }: Pick<StaffSession, 'permissions'>, needed: Needed): boolean {
  return needed === 'own' || permissions.includes(needed)
}

/** Tells whether a factor was confirmed within the last 15 minutes. */
export function hasFreshFactor({ now }: Pick<Shop, 'now'>, { row }: Pick<StaffSession, 'row'>): boolean {
  return row.factor_at !== null && now().getTime() - Date.parse(row.factor_at) <= factorSeconds * 1000
}

/**
 * Tells whether somebody else may sit at the desk: nothing was done here for half an hour, now or at any time since the
 * factor was last confirmed.
 */
export function isIdle(shop: Pick<Shop, 'now'>, session: Pick<StaffSession, 'idleSince' | 'row'>): boolean {
  if (hasFreshFactor(shop, session)) return false
  const idleMs = shop.now().getTime() - Date.parse(session.idleSince)
  return session.row.factor_at === null || idleMs > staffIdleSeconds * 1000
}
