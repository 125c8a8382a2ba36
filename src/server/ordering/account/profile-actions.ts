import type { ProfileFault, ProfileForm, ProfileSection } from '../../../contracts/customer-pages/profile-page.ts'
import { isPhone } from '../../../domain/orders/checkout-form.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { href } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { updateCustomer } from '../../identity/customer-queries.ts'
import { deleteAddress, type AddressOwner } from '../../identity/customers/address-queries.ts'
import { saveAddress } from '../../identity/customers/addresses.ts'
import { requestEmailChange, reauthenticate, setPassword } from '../../identity/login/change-login.ts'
import { clearRegion } from '../../identity/sessions/region-cookies.ts'
import { clearTokens } from '../../identity/sessions/session-cookies.ts'
import { deleteSessions, sessionIdsOf } from '../../identity/sessions/session-queries.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import type { Shop } from '../shop.ts'
import { eraseCustomer } from './erase-customer.ts'
import { exportCustomer } from './export-customer.ts'

/** The result of a form: saved, erased, a response, or the errors by field. */
export type Outcome = 'saved' | 'erased' | Response | Record<string, ProfileFault>
type ProfileAction = (shop: Shop, account: Account, request: AccountRequest, posted: ProfileForm) => Promise<Outcome>

/** The action of each profile form. A thrown ProblemError is an error of the password field. */
export const profileActions: Record<ProfileSection, ProfileAction> = {
  details: saveDetails,
  address: changeAddresses,
  email: async (shop, { session }, request, posted) => {
    const email = normalizedEmail(posted.email)
    if (!isEmail(email)) return { email: email === '' ? 'required' : 'email_invalid' }
    await reauthenticate(shop, request, session, posted.current_password)
    await requestEmailChange(shop, request, session, email)
    return 'saved'
  },
  password: async (shop, { session }, request, posted) => {
    await setPassword(shop, request, session, {
      password: posted.password,
      currentPassword: posted.current_password || undefined,
    })
    return 'saved'
  },
  sessions: endSessions,
  export: async (shop, { session, membership }, request, posted) => {
    await reauthenticate(shop, request, session, posted.current_password)
    const text = JSON.stringify(await exportCustomer(shop, session.customer, membership), null, 2)
    const headers = {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'private, no-store',
    }
    return new Response(text, { headers })
  },
  erase: async (shop, account, request, posted) => {
    if (posted.sure !== 'yes') return { sure: 'not_sure' }
    await reauthenticate(shop, request, account.session, posted.current_password)
    if (!(await eraseCustomer(shop, account.session.customer, account.membership))) return { sure: 'erase_blocked' }
    clearTokens(shop.env, request.cookies)
    return 'erased'
  },
}

async function saveDetails(
  { db }: Shop,
  { session }: Account,
  _request: AccountRequest,
  posted: ProfileForm,
): Promise<Outcome> {
  const [name, phone] = [posted.name, posted.phone]
  if (name === '' || name.length > 100) return { name: name === '' ? 'required' : 'too_long' }
  if (phone !== '' && !isPhone(phone)) return { phone: 'phone_invalid' }
  const change = { name, phone, mail_consent: posted.mail_consent === 'yes' ? 1 : 0 } as const
  await db.transaction().execute((trx) => updateCustomer(trx, session.customer.id, change))
  return 'saved'
}

async function changeAddresses(
  shop: Shop,
  { session, membership }: Account,
  _request: AccountRequest,
  posted: ProfileForm,
): Promise<Outcome> {
  const isShared = posted.owner === 'organization' && membership?.role === 'admin'
  const owner: AddressOwner = isShared ? { organizationId: membership.id } : { customerId: session.customer.id }
  if (posted.action === 'remove') {
    await deleteAddress(shop.db, owner, posted.id)
    return 'saved'
  }
  const result = await saveAddress(shop, owner, posted.id, posted)
  if (result.kind === 'wrong') return result.errors
  return result.kind === 'too_many' ? { name: 'too_many' } : 'saved'
}

/** Ends one session, all sessions, or this one (sign out). */
async function endSessions(
  { db, env }: Shop,
  { session }: Account,
  {
    cookies,
    locals: {
      shopping: { language },
    },
  }: AccountRequest,
  posted: ProfileForm,
): Promise<Outcome> {
  const all = await sessionIdsOf(db, session.customer.id)
  const [action, wanted] = [posted.action, posted.id]
  const ended =
    action === 'everywhere' ? all : all.filter((id) => (action === 'sign_out' ? id === session.id : id === wanted))
  await db.transaction().execute((trx) => deleteSessions(trx, ended))
  if (!ended.includes(session.id)) return 'saved'
  clearTokens(env, cookies)
  clearRegion(cookies)
  return goTo(href(language, 'login'))
}
