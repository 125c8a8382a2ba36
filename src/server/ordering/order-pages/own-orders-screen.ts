import { customerScope, orderScope } from '../../../domain/scopes.ts'
import type { Screen } from '../../../routes.ts'

/**
 * Where a visitor finds what was ordered when the address names no order: the account, the order of a guest, or the
 * form.
 */
export function ownOrdersScreen(session: { scopes: readonly string[] } | null): Screen {
  if (session?.scopes.includes(customerScope)) return 'my-account-orders'
  return session?.scopes.includes(orderScope) ? 'my-order' : 'track-order'
}
