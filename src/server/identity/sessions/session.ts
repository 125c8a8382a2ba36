import { customerScope, orderScope, organizationScope } from '../../../domain/visitors/scopes.ts'
import { scopesJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import { customerById, rolesOf, type CustomerRow } from '../customer-queries.ts'
import type { Shop } from '../shop.ts'
import { sessionByAccess } from './session-queries.ts'

/** A signed-in browser or program; `locals.session` holds it for one request. */
export type Session = {
  readonly id: string
  readonly scopes: readonly string[]
  /** How and when the user authenticated. */
  readonly method: 'password' | 'link'
  readonly createdAt: string
} & (
  | { readonly customer: CustomerRow; readonly order: null }
  | { readonly customer: null; readonly order: { readonly id: string; readonly number: string } }
)

/**
 * Returns the session of an access token; null for an invalid one. Scopes are read each time, so that a change takes
 * effect at once.
 */
export async function sessionOf({ db, now }: Pick<Shop, 'db' | 'now'>, accessToken: string): Promise<Session | null> {
  const row = await sessionByAccess(db, hashSecret(accessToken), now().toISOString())
  if (!row) return null
  const { id, method, created_at: createdAt } = row
  if (row.order_id !== null) {
    return row.order_number === null
      ? null
      : {
          id,
          method,
          createdAt,
          scopes: [orderScope],
          customer: null,
          order: { id: row.order_id, number: row.order_number },
        }
  }
  const customer = await customerById(db, row.customer_id ?? '')
  const scopes = customer ? await scopesOf(db, customer) : []
  return customer && scopes.length > 0 ? { id, method, createdAt, scopes, customer, order: null } : null
}

/**
 * Returns the scopes of an account and of its organizations; an account without `customer` may not sign in and has
 * none.
 */
export async function scopesOf(db: Queryable, { id, scopes }: Pick<CustomerRow, 'id' | 'scopes'>): Promise<string[]> {
  const own = scopesJson.read(scopes)
  if (!own.includes(customerScope)) return []
  return [...own, ...(await rolesOf(db, id)).map(organizationScope)]
}
