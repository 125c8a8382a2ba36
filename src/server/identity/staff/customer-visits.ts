import type { APIContext } from 'astro'
import { asCustomerPath } from '../../../domain/staff/as-customer.ts'
import { customerVisitSeconds, handoverSeconds } from '../../../domain/staff/staff-limits.ts'
import { appendAudit, type Actor } from '../../platform/audit/audit.ts'
import { hashSecret, newId, newSecret } from '../../platform/ids.ts'
import { customerById, type CustomerRow } from '../customer-queries.ts'
import { leaveCookieCart } from '../sessions/cart-owner.ts'
import { clearSecretCookie, readSecretCookie, writeSecretCookie } from '../sessions/session-cookies.ts'
import { scopesOf, type Session } from '../sessions/session.ts'
import type { Shop } from '../shop.ts'
import { deleteVisit, insertVisit, liveVisit, openVisit } from './customer-visit-queries.ts'
import { permissionsOf, staffById } from './staff-queries.ts'
import type { StaffSession } from './staff-session.ts'

type Cookies = APIContext['cookies']
type Services = Pick<Shop, 'db' | 'env' | 'now'>

/** A staff member in the storefront as a customer. */
export type CustomerVisit = {
  readonly session: Session & { readonly customer: CustomerRow }
  readonly staff: { readonly id: string; readonly name: string }
  readonly hash: string
  readonly reason: string
}

/** Notes why a staff member logs in as a customer; returns the address that begins it, which works once. */
export async function createVisitLink(
  { db, env, now }: Services,
  { actor, row }: Pick<StaffSession, 'actor' | 'row'>,
  { customerId, reason }: { customerId: string; reason: string },
): Promise<string> {
  const at = now()
  const token = newSecret()
  await db.transaction().execute(async (trx) => {
    await insertVisit(trx, {
      hash: hashSecret(token),
      id: newId(at.getTime()),
      is_open: 0,
      staff_session: row.hash,
      customer_id: customerId,
      reason,
      created_at: at.toISOString(),
      expires_at: secondsAfter(at, handoverSeconds),
    })
    await appendAudit(trx, actor, actionOf('customers.log_in', customerId, reason), at)
  })
  return `${env.ORIGIN}${asCustomerPath}?token=${token}`
}

/** Begins what was handed over; returns the customer, or null when the token was not good any more. */
export async function beginVisit(shop: Services, cookies: Cookies, token: string): Promise<CustomerRow | null> {
  const { db, env, now } = shop
  const visit = token.length <= 200 ? await visitOf(shop, cookies, token, 0) : null
  if (!visit) return null
  const secret = newSecret()
  const changes = { hash: hashSecret(secret), expires_at: secondsAfter(now(), customerVisitSeconds) }
  if (!(await openVisit(db, visit.hash, changes))) return null
  leaveCookieCart(cookies)
  writeSecretCookie(env, cookies, 'as_customer', secret, customerVisitSeconds)
  return visit.session.customer
}

/**
 * The visit of a request; null for a shopper. Everything that it needs is read each time: the staff member's session
 * and permission, and the customer, so that it is over at once when one of them is. Its cookie is then deleted.
 */
export async function customerVisit(shop: Services, cookies: Cookies): Promise<CustomerVisit | null> {
  const secret = readSecretCookie(shop.env, cookies, 'as_customer')
  if (secret === undefined) return null
  const visit = await visitOf(shop, cookies, secret, 1)
  if (!visit) clearSecretCookie(shop.env, cookies, 'as_customer')
  return visit
}

/** Ends a visit. */
export async function endVisit(
  { db, env, now }: Services,
  { cookies, clientAddress: address }: Pick<APIContext, 'cookies' | 'clientAddress'>,
  { staff, hash, reason, session }: CustomerVisit,
): Promise<void> {
  const actor: Actor = { staffId: staff.id, name: staff.name, address }
  await db.transaction().execute(async (trx) => {
    const isFirst = await deleteVisit(trx, hash)
    if (isFirst) await appendAudit(trx, actor, actionOf('customers.log_out', session.customer.id, reason), now())
  })
  leaveCookieCart(cookies)
  clearSecretCookie(env, cookies, 'as_customer')
}

async function visitOf(
  { db, env, now }: Services,
  cookies: Cookies,
  secret: string,
  isOpen: 0 | 1,
): Promise<CustomerVisit | null> {
  const row = await liveVisit(db, hashSecret(secret), isOpen, now().toISOString())
  if (!row || !isSameBrowser(env, cookies, row.staff_session)) return null
  const staff = await staffById(db, row.staff_id)
  if (!staff || staff.is_active === 0) return null
  if (!(await permissionsOf(db, staff.role)).includes('customers.impersonate')) return null
  const customer = await customerById(db, row.customer_id)
  const scopes = customer ? await scopesOf(db, customer) : []
  if (!customer || scopes.length === 0) return null
  const { id, created_at: createdAt, hash, reason } = row
  return { session: { id, method: 'link', createdAt, scopes, customer, order: null }, staff, hash, reason }
}

/** Where the console has no address of its own, its cookie comes along and must be the one of the visit. */
function isSameBrowser(env: Services['env'], cookies: Cookies, staffSession: string): boolean {
  if (env.CONSOLE_ORIGIN) return true
  const secret = readSecretCookie(env, cookies, 'staff_session')
  return secret !== undefined && hashSecret(secret) === staffSession
}

function secondsAfter(at: Date, seconds: number): string {
  return new Date(at.getTime() + seconds * 1000).toISOString()
}

function actionOf(operation: string, id: string, reason: string) {
  return { operation, reason, subject: { kind: 'customer', id, label: id } }
}
