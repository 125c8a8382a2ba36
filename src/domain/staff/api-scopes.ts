import type { Permission } from './permissions.ts'

/**
 * What an API key may do, by resource and verb, and the permission of the console that says the same: nobody makes a
 * key that may do more than they may.
 */
const permissionOfScope = {
  'orders.read': 'orders.view',
  'orders.note': 'orders.change',
  'orders.ship': 'packing.change',
  'orders.cancel': 'orders.refund',
  'returns.read': 'returns.view',
  'returns.receive': 'returns.change',
  'returns.refund': 'orders.refund',
  'stock.read': 'products.view',
  'stock.write': 'products.change',
  'prices.read': 'products.view',
  'prices.write': 'prices.change',
  'products.read': 'products.view',
  'products.write': 'products.change',
} as const satisfies Record<string, Permission>

export type ApiScope = keyof typeof permissionOfScope
export const apiScopes = Object.keys(permissionOfScope) as ApiScope[]

export function isApiScope(text: string): text is ApiScope {
  return Object.hasOwn(permissionOfScope, text)
}

/** The scopes that somebody with these permissions may give to a key. */
export function givableScopes(permissions: readonly Permission[]): ApiScope[] {
  return apiScopes.filter((scope) => permissions.includes(permissionOfScope[scope]))
}
