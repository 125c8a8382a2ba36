import { consolePath } from '../../../console-routes.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { invitationSeconds } from '../../../domain/staff/staff-limits.ts'
import { normalizedEmail, type PasswordFault } from '../../../domain/visitors/passwords.ts'
import { appendAudit, type Actor } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { hashSecret, newId, newSecret } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../shop.ts'
import { deletePasskeysOf, replaceRecoveryCodes } from './factor-queries.ts'
import {
  deleteInvitationsTo,
  insertInvitation,
  liveInvitation,
  openInvitations,
  setMailHash,
  spendInvitation,
  type InvitationRow,
} from './invitation-queries.ts'
import { requireRole } from './roles.ts'
import { deleteStaffSessions } from './session-queries.ts'
import { staffSubject } from './sign-in.ts'
import { StaffError } from './staff-error.ts'
import { insertStaff, staffByEmail, staffById, updateStaff, type StaffRow } from './staff-queries.ts'

type Services = Pick<Shop, 'db' | 'now' | 'env'>
/** `isMailed`: the shop mails the person a link of their own besides. */
export type Invited = { email: string; link: string; expiresAt: string; isMailed: boolean }
type Invitation = { email: string; role: string; language: Language; isMailed?: boolean }

/** Invites a person by a single-use link. Throws StaffError `already_staff` or `role_unknown`. */
export async function inviteStaff(shop: Services, actor: Actor, invitation: Invitation): Promise<Invited> {
  return shop.db.transaction().execute((trx) => inviteStaffIn(trx, shop, actor, invitation))
}

/** Like `inviteStaff`, in a transaction of the caller. */
export async function inviteStaffIn(
  trx: DatabaseTransaction,
  shop: Pick<Services, 'now' | 'env'>,
  actor: Actor,
  invitation: Invitation,
): Promise<Invited> {
  const email = normalizedEmail(invitation.email)
  if (await staffByEmail(trx, email)) throw new StaffError('already_staff', `${email} works here already.`)
  await requireRole(trx, invitation.role)
  return writeInvitation(shop, trx, actor, { ...invitation, email, staff_id: null, operation: 'staff.invite' })
}

/**
 * Makes a link by which somebody who lost their password or factors sets them anew. Until it is used nothing changes,
 * so that a link for the wrong person does no harm.
 */
export async function inviteAgain(shop: Services, actor: Actor, staffId: string, isMailed = false): Promise<Invited> {
  return shop.db.transaction().execute(async (trx) => {
    const staff = await staffById(trx, staffId)
    if (!staff) throw new StaffError('staff_unknown', 'There is no such person.')
    const { email, role, language } = staff
    const invitation = { email, role, language, isMailed, staff_id: staff.id }
    return writeInvitation(shop, trx, actor, { ...invitation, operation: 'staff.reset' })
  })
}

/**
 * Makes new links for an invitation that is not used, also one that has run out; its former links are over. Throws
 * StaffError `link_over` for one that is used or withdrawn.
 */
export async function renewInvitation(shop: Services, actor: Actor, id: string, isMailed: boolean): Promise<Invited> {
  return shop.db.transaction().execute(async (trx) => {
    const invitation = (await openInvitations(trx)).find((each) => each.id === id)
    if (!invitation || !(await spendInvitation(trx, id))) throw linkOver()
    const { email, role, language, staff_id } = invitation
    await requireRole(trx, role)
    return writeInvitation(shop, trx, actor, { email, role, language, isMailed, staff_id, operation: 'staff.reinvite' })
  })
}

/**
 * Makes the link of an invitation's mail, which exists in plain text only there; undefined for an invitation that is
 * used, withdrawn or has run out.
 */
export async function mailedLink(
  { db, env, now }: Services,
  id: string,
): Promise<{ invitation: InvitationRow; link: string } | undefined> {
  const token = newSecret()
  const invitation = await setMailHash(db, id, { hash: hashSecret(token), at: now().toISOString() })
  return invitation && { invitation, link: linkOf(env, token) }
}

/** The invitation of a link; undefined when it was used, has run out or never was one. */
export async function invitationOf({ db, now }: Services, token: string): Promise<InvitationRow | undefined> {
  return liveInvitation(db, hashSecret(token), now().toISOString())
}

export type Acceptance = { token: string; name: string; password: string }

/**
 * Accepts an invitation: makes the account, or gives a known one a new password without its old factors, and ends its
 * sessions. Throws StaffError `link_over` for a second use. Returns the person, or why the password is refused.
 */
export async function acceptInvitation(
  shop: Pick<Shop, 'db' | 'now' | 'env' | 'passwords' | 'commonPasswords' | 'settings'>,
  address: string,
  { token, name, password }: Acceptance,
): Promise<StaffRow | PasswordFault> {
  const invitation = await invitationOf(shop, token)
  if (!invitation) throw linkOver()
  const { company, brand } = shop.settings.all
  const names = [company.name, ...Object.values(brand.name)]
  const fault = await shop.commonPasswords.faultOf(password, {
    email: invitation.email,
    origin: shop.env.ORIGIN,
    names,
  })
  if (fault) return fault
  const passwordHash = await shop.passwords.hash(password)
  return shop.db.transaction().execute(async (trx) => {
    if (!(await spendInvitation(trx, invitation.id))) throw linkOver()
    const staff = await writeAccount(trx, invitation, { name, passwordHash, now: shop.now() })
    const actor = { staffId: staff.id, name: staff.name, address }
    await appendAudit(trx, actor, { operation: 'staff.accept', subject: staffSubject(staff) }, shop.now())
    return staff
  })
}

type Account = { name: string; passwordHash: string; now: Date }

async function writeAccount(
  trx: DatabaseTransaction,
  { email, role, language, staff_id: staffId }: InvitationRow,
  { name, passwordHash, now }: Account,
): Promise<StaffRow> {
  const known = staffId === null ? await staffByEmail(trx, email) : await staffById(trx, staffId)
  if (staffId === null && known) throw new StaffError('already_staff', `${email} works here already.`)
  if (known) {
    const changes = { password_hash: passwordHash, totp_secret: null, totp_step: 0 }
    if (!(await updateStaff(trx, known, changes))) throw new StaffError('changed_meanwhile', 'Try again.')
    await deletePasskeysOf(trx, known.id)
    await replaceRecoveryCodes(trx, known.id, [])
    await deleteStaffSessions(trx, known.id)
    return { ...known, ...changes, version: known.version + 1 }
  }
  const staff: StaffRow = {
    id: newId(now.getTime()),
    email,
    name,
    language,
    role,
    password_hash: passwordHash,
    totp_secret: null,
    totp_step: 0,
    is_active: 1,
    version: 1,
    created_at: now.toISOString(),
  }
  await insertStaff(trx, staff)
  return staff
}

type NewInvitation = Invitation & { staff_id: string | null; operation: string }

async function writeInvitation(
  { env, now }: Pick<Services, 'now' | 'env'>,
  trx: DatabaseTransaction,
  actor: Actor,
  { email, role, language, isMailed = false, staff_id, operation }: NewInvitation,
): Promise<Invited> {
  const at = now()
  const [token, id] = [newSecret(), newId(at.getTime())]
  const expiresAt = new Date(at.getTime() + invitationSeconds * 1000).toISOString()
  await deleteInvitationsTo(trx, email)
  await insertInvitation(trx, {
    hash: hashSecret(token),
    id,
    email,
    role,
    language,
    staff_id,
    invited_by: actor.name,
    created_at: at.toISOString(),
    expires_at: expiresAt,
    mail_hash: null,
    mailed_at: null,
  })
  const subject = { kind: 'staff', id: staff_id ?? id, label: email }
  await appendAudit(trx, actor, { operation, subject, note: role }, at)
  if (isMailed) {
    const payload = { invitationId: id }
    await addToOutbox(trx, { kind: 'mail.staff_invitation', dedupeKey: `mail.staff_invitation:${id}`, payload }, at)
  }
  return { email, link: linkOf(env, token), expiresAt, isMailed }
}

function linkOf(env: Services['env'], token: string): string {
  return (env.CONSOLE_ORIGIN ?? env.ORIGIN) + consolePath('invitation', {}, { token })
}

function linkOver(): StaffError {
  return new StaffError('link_over', 'This link has been used or is too old: ask for a new one.')
}
