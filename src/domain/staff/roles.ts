import { permissions, type Permission } from './permissions.ts'

/** The roles that every shop has; others can be made. The owner may do everything, also what is added later. */
export const builtInRoles = {
  owner: permissions,
  manager: permissions.filter((each) => each !== 'staff.change' && each !== 'integrations.change'),
  seller: [
    'today.view',
    'orders.view',
    'orders.change',
    'orders.place',
    'orders.refund',
    'packing.view',
    'returns.view',
    'returns.change',
    'payments.view',
    'customers.view',
    'customers.change',
    'customers.impersonate',
    'quotes.view',
    'quotes.change',
    'subscriptions.view',
    'subscriptions.change',
    'gift_cards.view',
    'products.view',
    'prices.view',
  ],
  warehouse: ['orders.view', 'packing.view', 'packing.change', 'returns.view', 'returns.change', 'products.view'],
  editor: ['today.view', 'products.view', 'products.change', 'prices.view', 'content.view', 'content.change'],
  accountant: [
    'today.view',
    'figures.view',
    'orders.view',
    'orders.export',
    'payments.view',
    'payments.change',
    'payments.export',
    'customers.view',
    'gift_cards.view',
    'audit.view',
    'audit.export',
  ],
} as const satisfies Record<string, readonly Permission[]>

export type BuiltInRole = keyof typeof builtInRoles
export const builtInRoleNames = Object.keys(builtInRoles) as BuiltInRole[]

export function isBuiltInRole(name: string): name is BuiltInRole {
  return Object.hasOwn(builtInRoles, name)
}
