import type { ConsoleScreen } from '../../console-routes.ts'
import type { Needed } from '../../domain/staff/permissions.ts'

type Area = {
  readonly screen: ConsoleScreen
  readonly name: AreaName
  readonly permission: Needed
  readonly key?: string
}

/** The navigation, in groups; people see the areas that their role includes. `key` follows `g` on the keyboard. */
export const areas = {
  work: [
    { screen: 'today', name: 'today', permission: 'own', key: 't' },
    { screen: 'orders', name: 'orders', permission: 'orders.view', key: 'o' },
    { screen: 'packing', name: 'packing', permission: 'packing.view', key: 'p' },
    { screen: 'returns', name: 'returns', permission: 'returns.view', key: 'r' },
    { screen: 'customers', name: 'customers', permission: 'customers.view', key: 'c' },
    { screen: 'organizations', name: 'organizations', permission: 'customers.view', key: 'f' },
    { screen: 'quotes', name: 'quotes', permission: 'quotes.view', key: 'q' },
    { screen: 'requests', name: 'requests', permission: 'quotes.view' },
    { screen: 'subscriptions', name: 'subscriptions', permission: 'subscriptions.view' },
  ],
  money: [
    { screen: 'payments', name: 'payments', permission: 'payments.view', key: 'm' },
    { screen: 'payouts', name: 'payouts', permission: 'payments.view', key: 'u' },
    { screen: 'gift-cards', name: 'gift_cards', permission: 'gift_cards.view' },
    { screen: 'invoices', name: 'invoices', permission: 'payments.view', key: 'v' },
    { screen: 'books', name: 'books', permission: 'payments.view', key: 'b' },
    { screen: 'figures', name: 'figures', permission: 'figures.view', key: 'l' },
  ],
  goods: [
    { screen: 'products', name: 'products', permission: 'products.view', key: 'd' },
    { screen: 'imports', name: 'imports', permission: 'imports.view', key: 'j' },
  ],
  catalogue: [
    { screen: 'categories', name: 'categories', permission: 'products.view', key: 'h' },
    { screen: 'brands', name: 'brands', permission: 'products.view', key: 'x' },
    { screen: 'tags', name: 'tags', permission: 'products.view' },
    { screen: 'attributes', name: 'attributes', permission: 'products.view' },
    { screen: 'devices', name: 'devices', permission: 'products.view' },
    { screen: 'search-words', name: 'search', permission: 'products.view', key: 'w' },
  ],
  prices: [
    { screen: 'campaigns', name: 'campaigns', permission: 'products.view', key: 'z' },
    { screen: 'coupons', name: 'coupons', permission: 'prices.view', key: 'k' },
    { screen: 'price-lists', name: 'price_lists', permission: 'prices.view' },
    { screen: 'price-changes', name: 'price_changes', permission: 'prices.view' },
    { screen: 'rates', name: 'rates', permission: 'products.view' },
    { screen: 'vat', name: 'vat', permission: 'settings.view' },
  ],
  words: [
    { screen: 'content', name: 'content', permission: 'content.view', key: 'n' },
    { screen: 'pictures', name: 'pictures', permission: 'content.view' },
    { screen: 'menus', name: 'menus', permission: 'content.view' },
  ],
  company: [
    { screen: 'staff', name: 'staff', permission: 'staff.view', key: 's' },
    { screen: 'roles', name: 'roles', permission: 'staff.view' },
    { screen: 'audit', name: 'audit', permission: 'audit.view', key: 'a' },
    { screen: 'settings', name: 'settings', permission: 'settings.view', key: 'e' },
    { screen: 'system', name: 'system', permission: 'settings.view', key: 'y' },
    { screen: 'integrations', name: 'integrations', permission: 'integrations.view', key: 'i' },
  ],
} as const satisfies Record<string, readonly Area[]>

export type AreaName =
  | 'today'
  | 'orders'
  | 'packing'
  | 'returns'
  | 'customers'
  | 'organizations'
  | 'quotes'
  | 'requests'
  | 'subscriptions'
  | 'payments'
  | 'payouts'
  | 'gift_cards'
  | 'invoices'
  | 'books'
  | 'figures'
  | 'products'
  | 'imports'
  | 'campaigns'
  | 'coupons'
  | 'categories'
  | 'brands'
  | 'tags'
  | 'devices'
  | 'attributes'
  | 'search'
  | 'price_changes'
  | 'price_lists'
  | 'rates'
  | 'vat'
  | 'content'
  | 'pictures'
  | 'menus'
  | 'staff'
  | 'roles'
  | 'audit'
  | 'settings'
  | 'system'
  | 'integrations'
  | 'account'
  | 'keys'
export type AreaGroup = keyof typeof areas
export const areaGroups = Object.keys(areas) as AreaGroup[]
