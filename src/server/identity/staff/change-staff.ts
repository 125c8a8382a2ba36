import type { Language } from '../../../domain/places/locales.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { deletePasskey, passkeysOf, replaceRecoveryCodes } from './factor-queries.ts'
import { deleteInvitationsTo } from './invitation-queries.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { requireRole, requireWithin } from './roles.ts'
import { deleteStaffSessions } from './session-queries.ts'
import { StaffError } from './staff-error.ts'
import { lockOwners, staffById, updateStaff, type StaffRow } from './staff-queries.ts'

type Services = Pick<Shop, 'db'>
export type StaffChange = { id: string; version: number; name: string; role: string; isActive: boolean }

/**
 * Changes a person's name, role and whether they may sign in. Nobody changes somebody who may do more than they, and
 * the last owner stays one. A link that sets the sign-in anew ends with the role for which it was made. Throws
 * StaffError.
 */
export async function changeStaff(
  { db }: Services,
  own: readonly Permission[],
  { id, version, name, role, isActive }: StaffChange,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const owners = await lockOwners(trx)
    const staff = await requireStaff(trx, id)
    await requireRole(trx, role)
    await requireWithin(trx, own, staff.role)
    await requireWithin(trx, own, role)
    if (owners.length === 1 && owners[0] === id && (role !== 'owner' || !isActive))
      throw new StaffError('last_owner', 'The last owner stays one: make somebody else an owner first.')
    await update(trx, { ...staff, version }, { name, role, is_active: isActive ? 1 : 0 })
    if (!isActive) await deleteStaffSessions(trx, id)
    if (!isActive || role !== staff.role) await deleteInvitationsTo(trx, staff.email)
  })
}

/** Changes a person's own name and language. */
export async function changeOwnProfile(
  { db }: Services,
  { id, version, name, language }: { id: string; version: number; name: string; language: Language },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const staff = await requireStaff(trx, id)
    await update(trx, { ...staff, version }, { name, language })
  })
}

/** Sets a person's password; every other session of theirs ends. */
export async function changeOwnPassword(
  { db }: Services,
  { id, passwordHash, sessionHash }: { id: string; passwordHash: string; sessionHash: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await update(trx, await requireStaff(trx, id), { password_hash: passwordHash })
    await deleteStaffSessions(trx, id, sessionHash)
  })
}

/** Sets or takes away the authenticator app. Throws StaffError `last_factor` where one must stay. */
export async function changeTotp(
  { db, env }: Pick<Shop, 'db' | 'env'>,
  { id, secret, step }: { id: string; secret: string | null; step: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const staff = await requireStaff(trx, id)
    if (secret === null && env.isProduction && (await passkeysOf(trx, id)).length === 0) throw lastFactor()
    await update(trx, staff, { totp_secret: secret, totp_step: step })
  })
}

/** Takes a passkey away. Throws StaffError `last_factor` where one must stay. */
export async function removePasskey(
  { db, env }: Pick<Shop, 'db' | 'env'>,
  { staffId, passkeyId }: { staffId: string; passkeyId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const staff = await requireStaff(trx, staffId)
    await update(trx, staff, {})
    const others = (await passkeysOf(trx, staffId)).filter(({ id }) => id !== passkeyId)
    if (env.isProduction && others.length === 0 && staff.totp_secret === null) throw lastFactor()
    await deletePasskey(trx, staffId, passkeyId)
  })
}

/** Makes ten new recovery codes; the earlier ones are worth nothing afterwards. */
export async function renewRecoveryCodes({ db }: Services, staffId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryHash(staffId, code))
  await db.transaction().execute((trx) => replaceRecoveryCodes(trx, staffId, hashes))
  return codes
}

/** What the audit log compares of a person. Secrets are compared by their hashes, which say nothing about them. */
export function staffFields(id: string) {
  return async (trx: DatabaseTransaction) => {
    const staff = await staffById(trx, id)
    if (!staff) return {}
    const { email, name, language, role, is_active, password_hash, totp_secret } = staff
    const mark = (secret: string | null) => (secret === null ? null : hashSecret(secret).slice(0, 8))
    const passkeys = (await passkeysOf(trx, id)).map((each) => each.name)
    return { email, name, language, role, is_active, passkeys, password: mark(password_hash), totp: mark(totp_secret) }
  }
}

async function requireStaff(trx: DatabaseTransaction, id: string): Promise<StaffRow> {
  const staff = await staffById(trx, id)
  if (!staff) throw new StaffError('staff_unknown', 'There is no such person.')
  return staff
}

async function update(trx: DatabaseTransaction, staff: StaffRow, changes: Partial<StaffRow>): Promise<void> {
  if (!(await updateStaff(trx, staff, changes)))
    throw new StaffError('record_changed', 'Somebody has changed this person meanwhile.')
}

function lastFactor(): StaffError {
  return new StaffError('last_factor', 'The last second factor stays: add another one first.')
}
