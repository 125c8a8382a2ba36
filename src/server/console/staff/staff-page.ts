import { z } from 'zod/mini'
import {
  emptyForm,
  idForm,
  inviteForm,
  personForm,
  undoForm,
  type PersonPage,
  type StaffPage,
} from '../../../contracts/console/staff.ts'
import { builtInRoleNames } from '../../../domain/staff/roles.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { changeStaff, staffFields } from '../../identity/staff/change-staff.ts'
import { deleteInvitation, openInvitations, type InvitationRow } from '../../identity/staff/invitation-queries.ts'
import { inviteAgain, inviteStaff, renewInvitation, type Invited } from '../../identity/staff/invitations.ts'
import { requireWithin } from '../../identity/staff/roles.ts'
import { deleteOwnStaffSession, staffSessionsOf } from '../../identity/staff/session-queries.ts'
import { factorsOf, staffSubject } from '../../identity/staff/sign-in.ts'
import { allStaff, ownRoles, staffById, type StaffRow } from '../../identity/staff/staff-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { lastUses } from './audit-queries.ts'
import { fieldsWithout, undoableHistory, type Undoing } from './undo-record.ts'

/** Everybody who works here, and the open invitations. */
export const staffScreen = consoleScreen<StaffPage>({
  screen: 'staff',
  permission: 'staff.view',
  load: (context) => staffContent(context, null),
  actions: {
    invite: consoleAction({
      permission: 'staff.change',
      stepUp: true,
      form: inviteForm,
      run: async (context, { email, role, language }) => {
        if (!isEmail(email)) throw new ConsoleError('email_invalid')
        await requireWithin(context.shop.db, context.session.permissions, role)
        const invited = await inviteStaff(context.shop, context.session.actor, {
          email,
          role,
          language: language ?? 'en',
          isMailed: sendsMails(context),
        })
        return { content: await staffContent(context, invited) }
      },
    }),
    reinvite: consoleAction({
      permission: 'staff.change',
      stepUp: true,
      form: idForm,
      run: async (context, { id }) => {
        const { shop, session } = context
        const { role } = await openInvitation(context, id)
        await requireWithin(shop.db, session.permissions, role)
        const invited = await renewInvitation(shop, session.actor, id, sendsMails(context))
        return { content: await staffContent(context, invited) }
      },
    }),
    uninvite: consoleAction({
      permission: 'staff.change',
      form: idForm,
      run: async (context, { id }) => {
        const { shop, session } = context
        const invitation = await openInvitation(context, id)
        await requireWithin(shop.db, session.permissions, invitation.role)
        const subject = { kind: 'staff', id: invitation.staff_id ?? id, label: invitation.email }
        await audited(shop, session.actor, { operation: 'staff.uninvite', subject }, ({ db }) =>
          db.transaction().execute((trx) => deleteInvitation(trx, id)),
        )
      },
    }),
  },
})

/** One person: role, whether they may sign in, factors, sessions and what was changed. */
export const personScreen = consoleScreen<PersonPage>({
  screen: 'person',
  permission: 'staff.view',
  load: (context) => personContent(context, null),
  actions: {
    save: consoleAction({
      permission: 'staff.change',
      stepUp: true,
      form: personForm,
      run: async (context, { name, role, is_active: isActive, version }) => {
        if (name === '') throw new ConsoleError('name_invalid')
        const staff = await requestedPerson(context)
        const change = { id: staff.id, version: Number(version), name, role, isActive: isActive === '1' }
        const action = { operation: 'staff.change', subject: staffSubject(staff), fields: staffFields(staff.id) }
        await audited(context.shop, context.session.actor, action, (shop) =>
          changeStaff(shop, context.session.permissions, change),
        )
      },
    }),
    undo: consoleAction({ permission: 'staff.change', stepUp: true, form: undoForm, run: undoPerson }),
    reset: consoleAction({
      permission: 'staff.change',
      stepUp: true,
      form: emptyForm,
      run: async (context) => {
        const staff = await requestedPerson(context)
        await requireWithin(context.shop.db, context.session.permissions, staff.role)
        const invited = await inviteAgain(context.shop, context.session.actor, staff.id, sendsMails(context))
        return { content: await personContent(context, invited) }
      },
    }),
    end_session: consoleAction({
      permission: 'staff.change',
      form: idForm,
      run: async (context, { id }) => {
        const staff = await requestedPerson(context)
        await requireWithin(context.shop.db, context.session.permissions, staff.role)
        const action = { operation: 'staff.end_session', subject: staffSubject(staff) }
        await audited(context.shop, context.session.actor, action, ({ db }) =>
          db.transaction().execute((trx) => deleteOwnStaffSession(trx, staff.id, id)),
        )
      },
    }),
  },
})

/** What a form changes of a person, as the log has it. */
const logged = z.object({ name: z.string().check(z.minLength(1)), role: z.string(), is_active: z.literal([0, 1]) })

function undoingOf({ id, name, role, is_active }: StaffRow): Undoing {
  return {
    subject: { kind: 'staff', id },
    operations: ['staff.change', 'staff.undo'],
    now: { name, role, is_active },
    canBe: (former) => logged.safeParse(former).success,
    permission: 'staff.change',
  }
}

/** Gives a person the name, role and access that they had before a change. */
async function undoPerson(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  const staff = await requestedPerson(context)
  const former = logged.safeParse(await fieldsWithout(context, undoingOf(staff), entry))
  if (!former.success) throw new ConsoleError('not_possible')
  const { name, role, is_active: isActive } = former.data
  const change = { id: staff.id, version: staff.version, name, role, isActive: isActive === 1 }
  const action = { operation: 'staff.undo', subject: staffSubject(staff), fields: staffFields(staff.id) }
  await audited(context.shop, context.session.actor, action, (shop) =>
    changeStaff(shop, context.session.permissions, change),
  )
}

/** Without a mail server, mails become files that nobody gets. */
function sendsMails({ shop }: Pick<ConsoleContext, 'shop'>): boolean {
  return shop.env.SMTP_URL !== undefined
}

async function openInvitation({ shop }: ConsoleContext, id: string): Promise<InvitationRow> {
  const invitation = (await openInvitations(shop.db)).find((each) => each.id === id)
  if (!invitation) throw new ConsoleError('unknown')
  return invitation
}

async function staffContent(context: ConsoleContext, invited: Invited | null): Promise<StaffPage> {
  const { shop, session } = context
  const { db, now } = shop
  const [people, uses, invitations] = [await allStaff(db), await lastUses(db), await openInvitations(db)]
  return {
    people: people.map(({ id, name, email, role, is_active: isActive }) => ({
      id,
      name,
      email,
      role,
      isActive: isActive === 1,
      lastUsedAt: uses.get(id) ?? null,
    })),
    invitations: invitations.map((each) => ({
      id: each.id,
      email: each.email,
      role: each.role,
      invitedBy: each.invited_by,
      expiresAt: each.expires_at,
      isOver: each.expires_at <= now().toISOString(),
      mailedAt: each.mailed_at,
    })),
    roles: await roleNames(db),
    newLink: invited,
    isMailed: sendsMails(context),
    mayChange: may(session, 'staff.change'),
  }
}

async function personContent(context: ConsoleContext, invited: Invited | null): Promise<PersonPage | undefined> {
  const { shop, session, request } = context
  const staff = await staffById(shop.db, request.params['id'] ?? '')
  if (!staff) return undefined
  const { passkeys, hasTotp, codes } = await factorsOf(shop, staff)
  const sessions = await staffSessionsOf(shop.db, staff.id, shop.now().toISOString())
  return {
    id: staff.id,
    name: staff.name,
    email: staff.email,
    role: staff.role,
    isActive: staff.is_active === 1,
    version: staff.version,
    roles: await roleNames(shop.db),
    factors: { passkeys: passkeys.length, hasTotp, codes },
    sessions: sessions.map((each) => ({
      id: each.id,
      address: each.address,
      userAgent: each.user_agent,
      lastUsedAt: each.last_used_at,
    })),
    newLink: invited,
    audit: await undoableHistory(context, undoingOf(staff)),
    mayChange: may(session, 'staff.change'),
  }
}

async function requestedPerson({ shop, request }: ConsoleContext): Promise<StaffRow> {
  const staff = await staffById(shop.db, request.params['id'] ?? '')
  if (!staff) throw new ConsoleError('staff_unknown')
  return staff
}

async function roleNames(db: Queryable): Promise<string[]> {
  return [...builtInRoleNames, ...(await ownRoles(db)).map(({ name }) => name)]
}
