import {
  profileForm,
  profileSections,
  type ProfileFault,
  type ProfileForm,
  type ProfilePage,
} from '../../../contracts/customer-pages/profile-page.ts'
import { browserName } from '../../../domain/visitors/browser-names.ts'
import { href } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { addressesOf } from '../../identity/customers/address-queries.ts'
import { addressView } from '../../identity/customers/addresses.ts'
import { isFresh } from '../../identity/login/change-login.ts'
import { sessionsOf } from '../../identity/sessions/session-queries.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import type { Shop } from '../shop.ts'
import { eraseBlockOf } from './erase-queries.ts'
import { profileActions, type Outcome } from './profile-actions.ts'

/**
 * GET and POST /{lang}/my-account/profile/edit: each form is saved separately. An invalid form is shown again with its
 * errors.
 */
export async function profilePage(
  shop: Shop,
  account: Account,
  request: AccountRequest,
): Promise<PageResult<ProfilePage>> {
  const {
    locals: {
      shopping: { language },
    },
    url,
  } = request
  if (request.request.method !== 'POST')
    return privatePage(await profileOf(shop, account, null, url.searchParams.get('saved') ?? ''))
  const posted = await readForm(request.request, profileForm)
  const { section } = posted
  if (!section) return privatePage(await profileOf(shop, account, null, ''), 422)
  const outcome = await attempt(() => profileActions[section](shop, account, request, posted))
  if (outcome instanceof Response) return outcome
  if (outcome === 'erased') return signedOut(request)
  if (outcome === 'saved')
    return goTo(`${href(language, 'my-account-profile-edit', {}, { saved: section })}#${section}`)
  const sent = {
    section,
    id: posted.id || posted.owner,
    faults: outcome,
    typed: typedIn(posted),
  }
  return privatePage(await profileOf(shop, account, sent, ''), 422)
}

/** Clears the session before rendering, so that the erased customer is signed out on this page. */
function signedOut({ locals }: AccountRequest): PageResult<ProfilePage> {
  locals.session = locals.customerId = locals.user = null
  return privatePage({ kind: 'erased' })
}

/** Runs an action and converts a thrown ProblemError to an error of a password field. */
async function attempt(action: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await action()
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.status >= 500) throw thrown
    const code = thrown.code as ProfileFault
    return code.startsWith('password_') ? { password: code } : { current_password: code }
  }
}

const remembered = ['name', 'phone', 'line1', 'line2', 'postal_code', 'city', 'country', 'email'] as const

/** What was typed is shown again, passwords excepted. */
function typedIn(posted: ProfileForm): Record<string, string> {
  return Object.fromEntries(remembered.map((field) => [field, posted[field].slice(0, 300)]))
}

type Profile = Extract<ProfilePage, { kind: 'profile' }>

async function profileOf(
  shop: Shop,
  { session, membership }: Account,
  sent: Profile['sent'],
  saved: string,
): Promise<Profile> {
  const { id, name, email, phone, mail_consent: consent, password_hash: passwordHash } = session.customer
  const sessions = await sessionsOf(shop.db, id, shop.now().toISOString())
  const shared = membership?.role === 'admin' ? await addressesOf(shop.db, { organizationId: membership.id }) : null
  return {
    kind: 'profile',
    name,
    email,
    phone,
    mailConsent: consent === 1,
    hasPassword: passwordHash !== null,
    asksPassword: !isFresh(shop, session),
    addresses: (await addressesOf(shop.db, { customerId: id })).map(addressView),
    organizationAddresses: shared && shared.map(addressView),
    sessions: sessions.map((each) => ({
      id: each.id,
      browser: browserName(each.user_agent),
      lastUsedAt: each.last_used_at,
      isCurrent: each.id === session.id,
    })),
    eraseBlock: await eraseBlockOf(shop.db, session.customer, membership),
    sent,
    saved: [...profileSections, 'new_email' as const].find((section) => section === saved) ?? null,
  }
}
