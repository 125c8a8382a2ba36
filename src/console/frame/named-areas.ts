import type { ConsoleScreen } from '../../console-routes.ts'
import { languages } from '../../domain/places/locales.ts'
import type { Needed } from '../../domain/staff/permissions.ts'
import { translator, type TextKey } from '../../i18n/translator.ts'
import { areaGroups, areas, type AreaName } from './areas.ts'

type NamedScreen = { readonly screen: ConsoleScreen; readonly title: TextKey; readonly permission: Needed }

const navigation = areaGroups.flatMap((group) =>
  areas[group].map((area: { screen: ConsoleScreen; name: AreaName; permission: Needed }): NamedScreen => ({
    screen: area.screen,
    title: `console:area.${area.name}`,
    permission: area.permission,
  })),
)
const others: readonly NamedScreen[] = [
  { screen: 'scan', title: 'console-packing:scan.title', permission: 'packing.change' },
  { screen: 'order-new', title: 'console-phone-order:title', permission: 'orders.place' },
  { screen: 'request-new', title: 'console-sales:new_request', permission: 'quotes.change' },
  { screen: 'campaign-new', title: 'console-prices:new_campaign', permission: 'prices.change' },
  { screen: 'deal-new', title: 'console-prices:new_deal', permission: 'prices.change' },
  { screen: 'price-change-new', title: 'console-prices:new_change', permission: 'prices.change' },
  { screen: 'price-list-new', title: 'console-price-lists:new', permission: 'prices.change' },
  { screen: 'coupon-new', title: 'console-coupons:new', permission: 'prices.change' },
  { screen: 'category-new', title: 'console-catalogue:new_category', permission: 'products.change' },
  { screen: 'brand-new', title: 'console-catalogue:new_brand', permission: 'products.change' },
  { screen: 'tag-new', title: 'console-tags:new', permission: 'products.change' },
  { screen: 'attribute-new', title: 'console-catalogue:new_attribute', permission: 'products.change' },
  { screen: 'device-new', title: 'console-catalogue:new_device', permission: 'products.change' },
  { screen: 'search-misses', title: 'console-search:misses', permission: 'products.view' },
  { screen: 'account', title: 'console:area.account', permission: 'own' },
  { screen: 'keys', title: 'console:area.keys', permission: 'own' },
]
const minLength = 2

/** Every screen that is about no single record and that the person may see. */
export function areasOf(permissions: readonly string[]): readonly NamedScreen[] {
  return [...navigation, ...others].filter(({ permission }) => permission === 'own' || permissions.includes(permission))
}

/** Those of them that a text names in any language. */
export function areasNamed(text: string, permissions: readonly string[]): readonly NamedScreen[] {
  const asked = plain(text)
  if (asked.length < minLength) return []
  return areasOf(permissions).filter(({ title }) =>
    languages.some((language) => plain(translator(language)(title)).includes(asked)),
  )
}

/** Small letters without accents, so that `forsaljning` finds as much as `försäljning`. */
function plain(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
}
