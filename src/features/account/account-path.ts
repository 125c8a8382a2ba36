import { orderScope } from '../../domain/visitors/scopes.ts'

export type AccountPaths = { order: string; orders: string }

/**
 * Where the account icon leads (spec section 2): with the order scope to the order page with the user's order id,
 * signed in otherwise to my-account orders; undefined when nobody is signed in. The user is as stored, unchecked.
 */
export function accountPath(user: unknown, { order, orders }: AccountPaths): string | undefined {
  if (typeof user !== 'object' || user === null) return undefined
  const [scopes, orderId]: unknown[] = [Reflect.get(user, 'scopes'), Reflect.get(user, 'order_id')]
  if (!Array.isArray(scopes) || !scopes.includes(orderScope)) return orders
  return typeof orderId === 'string' ? `${order}/${encodeURIComponent(orderId)}` : order
}
