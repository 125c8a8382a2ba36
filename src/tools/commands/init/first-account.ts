import { isLanguage } from '../../../domain/places/locales.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { inviteStaffIn, type Invited } from '../../../server/identity/staff/invitations.ts'
import { allStaff } from '../../../server/identity/staff/staff-queries.ts'
import type { DatabaseTransaction } from '../../../server/platform/db/tables.ts'
import type { ToolShop } from '../../open-database.ts'
import { minuteOf } from '../../text-table.ts'
import { answerAt, type Answers } from './questions.ts'

/** Who gets the first account when nobody else is named: who is told of orders, else the address for customers. */
export function ownerProposal(answers: Answers): string {
  const given = ['mail.operatorAddress', 'company.contact.sv.email'].map((name) => answerAt(answers, name))
  return given.find((each): each is string => typeof each === 'string' && each !== '') ?? ''
}

/** Tells why somebody cannot be invited; nobody, the empty address, can be left out. */
export function ownerFault(email: string): string | undefined {
  return email === '' || isEmail(email) ? undefined : 'must be an e-mail address'
}

type Inviting = { shop: Pick<ToolShop, 'env'>; owner: string; by: string; now: Date }

/** Invites the owner, unless there is nobody to invite or somebody works in the console already. */
export async function inviteOwner(
  trx: DatabaseTransaction,
  answers: Answers,
  { shop, owner, by, now }: Inviting,
): Promise<Invited | undefined> {
  if (owner === '' || (await allStaff(trx)).length > 0) return undefined
  const spoken = String(answerAt(answers, 'mail.operatorLanguage'))
  const language = isLanguage(spoken) ? spoken : 'sv'
  const actor = { staffId: null, name: by, address: 'command' }
  return inviteStaffIn(trx, { ...shop, now: () => now }, actor, { email: owner, role: 'owner', language })
}

/** Says how the first account is made. */
export function accountLines(invited: Invited | undefined): string[] {
  if (!invited) return ['Nobody new may sign in to the console: npm run shop -- staff invite EMAIL']
  const { email, link, expiresAt } = invited
  return [
    `${email} becomes the owner in the console by this link, once, until ${minuteOf(expiresAt)}:`,
    '',
    `  ${link}`,
  ]
}
