import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { appendAudit, type AuditedAction } from '../../platform/audit/audit.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { refundAttempt, type LoginLimits } from '../login/login-tries.ts'
import { knownDevice, markDevice } from '../sessions/known-devices.ts'
import type { Shop } from '../shop.ts'
import { countRecoveryCodes, passkeysOf, spendRecoveryCode } from './factor-queries.ts'
import { answeringPasskey } from './passkeys.ts'
import { recoveryHash } from './recovery-codes.ts'
import { updateStaffSession } from './session-queries.ts'
import { staffByEmail, staffById, type StaffRow } from './staff-queries.ts'
import { openStaffSession, type StaffRequest, type StaffSession } from './staff-session.ts'
import { consumeCode } from './totp.ts'

export type SignInFault = 'wrong_login' | 'wrong_code' | 'wrong_passkey' | 'wrong_password' | 'too_many_tries'
/** `second`: the password was right, and a second factor is wanted. */
export type SignInResult = 'signed_in' | 'second' | SignInFault
export type FactorAnswer = { code: string; passkey: string; password: string }

/**
 * The first step: the password. People with a second factor have to confirm it; in production those without one may
 * only set one up. Says the same, and takes the same time, whether or not there is such a person.
 */
export async function signInByPassword(
  shop: Shop,
  request: StaffRequest,
  { email, password }: { email: string; password: string },
): Promise<SignInResult> {
  const account = normalizedEmail(email).slice(0, 200)
  const staff = await staffByEmail(shop.db, account)
  const tries = triesOf(shop, request, account, staff)
  for (const [limit, key] of tries) if (!(await isWithin(limit, key))) return 'too_many_tries'
  const isRight = await shop.passwords.matches(password, staff?.password_hash ?? null)
  if (!isRight || !staff || staff.is_active === 0) return 'wrong_login'
  await refundAttempt(tries)
  if (await hasSecondFactor(shop, staff)) {
    await openStaffSession(shop, request, { staffId: staff.id, stage: 'password', hasFactor: false })
    return 'second'
  }
  await openStaffSession(shop, request, { staffId: staff.id, stage: 'full', hasFactor: !shop.env.isProduction })
  await recordSignIn(shop, request, staff)
  return 'signed_in'
}

/**
 * Returns the rate limits of a password attempt. A browser in which the person has signed in before has its own limit
 * only, so that guesses of others do not lock the person out.
 */
function triesOf(
  { env, limits }: Shop,
  { cookies, clientAddress }: StaffRequest,
  account: string,
  staff: StaffRow | undefined,
): LoginLimits {
  const device = staff && knownDevice(env, cookies, 'staff_device', staff)
  if (device !== undefined) return [[limits.staffLoginByDevice, device]]
  return [
    [limits.staffLoginByAddress, clientAddress],
    [limits.staffLoginByAccount, account],
  ]
}

/** A passkey alone is enough: it is a thing that one has, opened by what one knows or is. */
export async function signInByPasskey(shop: Shop, request: StaffRequest, written: string): Promise<SignInResult> {
  if (!(await isWithin(shop.limits.staffLoginByAddress, request.clientAddress))) return 'too_many_tries'
  const passkey = await answeringPasskey(shop, request.cookies, written)
  const staff = passkey && (await staffById(shop.db, passkey.staff_id))
  if (!staff || staff.is_active === 0) return 'wrong_passkey'
  await shop.limits.staffLoginByAddress.refund(request.clientAddress)
  await openStaffSession(shop, request, { staffId: staff.id, stage: 'full', hasFactor: true })
  await recordSignIn(shop, request, staff)
  return 'signed_in'
}

/** The second step, for a session at stage `password`. */
export async function signInBySecond(
  shop: Shop,
  request: StaffRequest,
  session: StaffSession,
  answer: FactorAnswer,
): Promise<SignInResult> {
  const fault = await factorFault(shop, request, session.staff, { ...answer, password: '' })
  if (fault) return fault
  await openStaffSession(shop, request, { staffId: session.staff.id, stage: 'full', hasFactor: true })
  await recordSignIn(shop, request, session.staff)
  return 'signed_in'
}

/** Confirms the factor of a session again, for what is sensitive. Returns what is wrong, or undefined. */
export async function confirmFactor(
  shop: Shop,
  request: StaffRequest,
  { staff, row }: StaffSession,
  answer: FactorAnswer,
): Promise<SignInFault | undefined> {
  const fault = await factorFault(shop, request, staff, answer)
  if (fault) return fault
  const at = shop.now().toISOString()
  await updateStaffSession(shop.db, row.hash, { factor_at: at, last_used_at: at })
  return undefined
}

/** Whether a person has a passkey or an authenticator app. */
async function hasSecondFactor({ db }: Pick<Shop, 'db'>, staff: StaffRow): Promise<boolean> {
  return staff.totp_secret !== null || (await passkeysOf(db, staff.id)).length > 0
}

export async function factorsOf({ db }: Pick<Shop, 'db'>, staff: StaffRow) {
  const [passkeys, codes] = [await passkeysOf(db, staff.id), await countRecoveryCodes(db, staff.id)]
  return { passkeys, hasTotp: staff.totp_secret !== null, codes }
}

/**
 * Checks a code, a recovery code or a passkey; the password counts only for people who have no second factor. In
 * production these may do nothing but set one up.
 */
async function factorFault(
  shop: Shop,
  request: StaffRequest,
  staff: StaffRow,
  { code, passkey, password }: FactorAnswer,
): Promise<SignInFault | undefined> {
  if (!(await isWithin(shop.limits.staffFactor, staff.id))) return 'too_many_tries'
  const wanted = passkey ? 'passkey' : (await hasSecondFactor(shop, staff)) ? 'code' : 'password'
  const isRight = {
    passkey: async () => (await answeringPasskey(shop, request.cookies, passkey))?.staff_id === staff.id,
    code: () => isOwnCode(shop, staff, code),
    password: () => shop.passwords.matches(password, staff.password_hash),
  }
  if (!(await isRight[wanted]())) return `wrong_${wanted}`
  await shop.limits.staffFactor.refund(staff.id)
  return undefined
}

async function isOwnCode({ db, now }: Shop, staff: StaffRow, code: string): Promise<boolean> {
  return (
    (await consumeCode(db, staff, code, now())) || (await spendRecoveryCode(db, staff.id, recoveryHash(staff.id, code)))
  )
}

/** Notes a complete sign-in in the log and in this browser. */
async function recordSignIn(shop: Shop, { clientAddress, cookies }: StaffRequest, staff: StaffRow): Promise<void> {
  markDevice(shop.env, cookies, 'staff_device', staff)
  const actor = { staffId: staff.id, name: staff.name, address: clientAddress }
  const action: AuditedAction = { operation: 'staff.sign_in', subject: staffSubject(staff) }
  await shop.db.transaction().execute((trx) => appendAudit(trx, actor, action, shop.now()))
}

export function staffSubject({ id, name, email }: Pick<StaffRow, 'id' | 'name' | 'email'>) {
  return { kind: 'staff', id, label: `${name} (${email})` }
}
