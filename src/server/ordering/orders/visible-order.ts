import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import type { Session } from '../../identity/sessions/session.ts'
import type { Shop } from '../shop.ts'
import { orderReaderOf, ownOrder } from './own-order-queries.ts'
import { orderById, type OrderRow } from './queries.ts'

/**
 * Returns an order by number if the session may see it: a customer's own, or the order that a guest is signed in to.
 * Without a number, returns the guest's order.
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
