import { isLanguage } from '../../domain/places/locales.ts'
import { permissions } from '../../domain/staff/permissions.ts'
import { isEmail } from '../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../domain/visitors/passwords.ts'
import { changeStaff, staffFields } from '../../server/identity/staff/change-staff.ts'
import { inviteAgain, inviteStaff, type Invited } from '../../server/identity/staff/invitations.ts'
import { staffSubject } from '../../server/identity/staff/sign-in.ts'
import { allStaff, staffByEmail, type StaffRow } from '../../server/identity/staff/staff-queries.ts'
import { audited } from '../../server/platform/audit/audit.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  type Answer,
  type Given,
  type OperatorShop,
  commandActor,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- staff <command> [options]

The people who work in the console, at /console. Also the way back in when nobody can sign in there.

  list                          everybody, with their roles
  invite EMAIL                  prints a single-use link that makes an account, valid for three days
      --role ROLE                 owner (default), manager, seller, warehouse, editor, accountant, or a role of yours
      --lang en|sv                default sv
  reset EMAIL                   prints a link that sets password and second step anew
  off EMAIL                     shuts somebody out; their sessions end at once
  on EMAIL                      lets somebody in again
  role EMAIL ROLE               gives another role

  --by NAME                     who does it, for the audit log; default: the user at the terminal
  --json                        output for programs
  --help                        shows this text`

/** The `staff` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'staff',
  usage,
  commands: {
    list,
    invite,
    reset,
    off: (...all) => setActive(...all, false),
    on: (...all) => setActive(...all, true),
    role,
  },
  options: { role: { type: 'string' }, lang: { type: 'string' }, by: { type: 'string' } },
})

async function list({ db }: OperatorShop): Promise<Answer> {
  const data = (await allStaff(db)).map(({ name, email, role: own, is_active: isActive, created_at: since }) => ({
    name,
    email,
    role: own,
    isActive: isActive === 1,
    since,
  }))
  const rows = data.map((each) => [
    each.email,
    each.name,
    each.role,
    each.isActive ? '' : 'shut out',
    minuteOf(each.since),
  ])
  return {
    data,
    lines:
      data.length === 0
        ? ['Nobody yet: staff invite EMAIL.']
        : textTable(['E-MAIL', 'NAME', 'ROLE', '', 'SINCE'], rows),
  }
}

async function invite(shop: OperatorShop, given: Given): Promise<Answer> {
  const email = emailOf(given)
  const language = textOf(given, 'lang') ?? 'sv'
  if (!isLanguage(language)) throw new OperatorError('--lang is en or sv.')
  return linkAnswer(
    await inviteStaff(shop, commandActor(given), { email, role: textOf(given, 'role') ?? 'owner', language }),
  )
}

async function reset(shop: OperatorShop, given: Given): Promise<Answer> {
  const staff = await personOf(shop, given)
  return linkAnswer(await inviteAgain(shop, commandActor(given), staff.id))
}

async function setActive(shop: OperatorShop, given: Given, isActive: boolean): Promise<Answer> {
  const staff = await personOf(shop, given)
  await change(shop, given, staff, { role: staff.role, isActive })
  return {
    data: { email: staff.email, isActive },
    lines: [`${staff.email} ${isActive ? 'may sign in' : 'is shut out'}.`],
  }
}

async function role(shop: OperatorShop, given: Given): Promise<Answer> {
  const staff = await personOf(shop, given)
  const next = given.words[1]
  if (!next) throw new OperatorError('Name the role: staff role EMAIL ROLE.')
  await change(shop, given, staff, { role: next, isActive: staff.is_active === 1 })
  return { data: { email: staff.email, role: next }, lines: [`${staff.email} has the role ${next}.`] }
}

async function change(
  shop: OperatorShop,
  given: Given,
  { id, version, name, email }: StaffRow,
  changes: { role: string; isActive: boolean },
): Promise<void> {
  const action = { operation: 'staff.change', subject: staffSubject({ id, name, email }), fields: staffFields(id) }
  await audited(shop, commandActor(given), action, (services) =>
    changeStaff(services, permissions, { id, version, name, ...changes }),
  )
}

function linkAnswer({ email, link, expiresAt }: Invited): Answer {
  return {
    data: { email, link, expires_at: expiresAt },
    lines: [`For ${email}, once, until ${minuteOf(expiresAt)}:`, '', `  ${link}`],
  }
}

function emailOf({ words: [email = ''] }: Given): string {
  if (!isEmail(email)) throw new OperatorError('Name an e-mail address.')
  return normalizedEmail(email)
}

async function personOf({ db }: OperatorShop, given: Given): Promise<StaffRow> {
  const email = emailOf(given)
  const staff = await staffByEmail(db, email)
  if (!staff) throw new OperatorError(`Nobody with the address ${email} works here.`)
  return staff
}
