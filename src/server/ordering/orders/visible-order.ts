import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { orderReaderOf, ownOrder } from './own-order-queries.ts'
import type { Session } from '../../identity/sessions/session.ts'
import type { Shop } from '../shop.ts'
import { orderById, type OrderRow } from './queries.ts'

/**
 * The order of a number, for a customer who may see it or the guest who is signed in to it; without a number, the
 * guest's own.
 */
export async function visibleOrder(
  { db }: Pick<Shop, 'db'>,
  session: Session | null,
  number?: string,
): Promise<OrderRow | undefined> {
  if (!session) return undefined
  if (session.order)
    return number === undefined || number === session.order.number ? orderById(db, session.order.id) : undefined
  if (number === undefined) return undefined
  return ownOrder(db, orderReaderOf(session.customer, await membershipOf(db, session.customer.id)), number.slice(0, 40))
}
