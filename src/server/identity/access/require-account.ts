import type { APIContext } from 'astro'
import type { AccountFrame } from '../../../contracts/customer-pages/my-account.ts'
import { customerScope } from '../../../domain/visitors/scopes.ts'
import { href } from '../../../routes.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import { hasSubscribed } from '../customer-queries.ts'
import { invitationsTo, membershipOf, type Membership } from '../organizations/organization-queries.ts'
import type { CustomerSession } from '../sessions/guards.ts'
import type { Shop } from '../shop.ts'

/** The parts of Astro's request that account pages need. */
export type AccountRequest = Pick<APIContext, 'request' | 'cookies' | 'clientAddress' | 'locals' | 'url'>
export type Account = { session: CustomerSession; membership: Membership | undefined; frame: AccountFrame }

/**
 * Returns the signed-in customer; redirects an order's guest to the order, and others to the login, which leads back
 * here, with the query of `url`, and says that a form which was sent is not saved.
 */
export async function requireAccount(
  { db, now, settings }: Pick<Shop, 'db' | 'now' | 'settings'>,
  { locals, url, request }: Pick<AccountRequest, 'locals'> & { url?: URL; request?: Request },
): Promise<Account | Response> {
  const { session } = locals
  if (!session?.customer || !session.scopes.includes(customerScope)) {
    return toLogin(locals, { url, request })
  }
  const { name, email, id } = session.customer
  const membership = await membershipOf(db, id)
  const invitations = (await invitationsTo(db, email, now().toISOString())).length
  const hasSubscriptions = settings.all.features.subscriptions || (await hasSubscribed(db, id))
  const organization = membership?.name ?? null
  return { session, membership, frame: { name, email, organization, invitations, hasSubscriptions } }
}

type Asked = { url?: URL | undefined; request?: Request | undefined }

function toLogin(
  { session, shopping: { language }, matched }: Pick<App.Locals, 'session' | 'shopping' | 'matched'>,
  { url, request }: Asked,
): Response {
  if (session || !matched) return goTo(href(language, 'login'))
  const query = Object.fromEntries(url?.searchParams ?? [])
  const next = href(language, matched.screen, matched.params, query)
  // With a query the page asks again what the form was for.
  const isLost = request?.method === 'POST' && Object.keys(query).length === 0
  return goTo(href(language, 'login', {}, { next, lost: isLost ? 1 : undefined }))
}

/** Returns which quotes and organization orders this account may read. */
export function readerOf({ session, membership }: Pick<Account, 'session' | 'membership'>) {
  return {
    customerId: session.customer.id,
    organization: membership ? { id: membership.id, isAdmin: membership.role === 'admin' } : null,
  }
}
