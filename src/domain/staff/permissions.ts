/**
 * What staff may do in the console, by area and verb. `view` shows an area; `export` makes a file of it; the others
 * change something. A role is a set of these.
 */
export const permissions = [
  'today.view',
  'figures.view',
  'orders.view',
  'orders.change',
  'orders.place',
  'orders.refund',
  'orders.export',
  'packing.view',
  'packing.change',
  'returns.view',
  'returns.change',
  'payments.view',
  'payments.change',
  'payments.export',
  'customers.view',
  'customers.change',
  'customers.export',
  'customers.erase',
  'customers.impersonate',
  'quotes.view',
  'quotes.change',
  'subscriptions.view',
  'subscriptions.change',
  'gift_cards.view',
  'gift_cards.issue',
  'products.view',
  'products.change',
  'prices.view',
  'prices.change',
  'imports.view',
  'imports.change',
  'content.view',
  'content.change',
  'settings.view',
  'settings.change',
  'integrations.view',
  'integrations.change',
  'staff.view',
  'staff.change',
  'audit.view',
  'audit.export',
] as const

export type Permission = (typeof permissions)[number]

const known: ReadonlySet<string> = new Set(permissions)

export function isPermission(text: string): text is Permission {
  return known.has(text)
}

/** Every staff member may do this with their own account: no role is needed. */
export type Needed = Permission | 'own'
