import { customerScope, orderScope } from '../../../domain/visitors/scopes.ts'
import type { Screen } from '../../../routes.ts'

/**
 * Returns the screen for "my orders" without an order number: the account's list, the guest's order, or the tracking
 * form.
 */
export function ownOrdersScreen(session: { scopes: readonly string[] } | null): Screen {
  if (session?.scopes.includes(customerScope)) return 'my-account-orders'
  return session?.scopes.includes(orderScope) ? 'my-order' : 'track-order'
}
