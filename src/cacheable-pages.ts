import { currencyById } from './domain/money/currencies.ts'
import { offeredCurrency, soldCountry } from './domain/settings/sales.ts'
import type { Settings } from './domain/settings/settings.ts'
import { cacheableQueryOf, cacheableScreens, matchScreen, type Screen } from './routes.ts'
import type { CacheableQuery, IsKnownVariant } from './server/platform/http/pages/page-key.ts'

/** What every call may carry and what picks the answer's language, country and currency (spec section 7). */
const callParameters = ['locale', 'cc', 'cid', 'sid']
const cacheableCalls: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/^\/api\/(?:current-deal|currencies|countries)$/, new Set(callParameters)],
  [/^\/api\/widget-by-slug\/[a-z0-9-]+$/, new Set(callParameters)],
  [/^\/api\/product-categories$/, new Set([...callParameters, 'parent_id', 'main_menu'])],
  [/^\/api\/devices$/, new Set([...callParameters, 'brand', 'series'])],
  [/^\/api\/products$/, new Set([...callParameters, 'query', 'nc', 'co'])],
  [/^\/api\/search-triggers$/, new Set([...callParameters, 'query'])],
  [/^\/api\/openapi\.json$/, new Set()],
]
const screenParameters: ReadonlyMap<Screen, ReadonlySet<string>> = new Map(
  cacheableScreens.map((screen) => [screen, new Set(cacheableQueryOf(screen))]),
)

/** The allow-list of the page cache: shared screens and public calls, each with the parameters it reads. */
export const cacheableQuery: CacheableQuery = (pathname) => {
  const call = cacheableCalls.find(([path]) => path.test(pathname))
  if (call !== undefined) return call[1]
  const matched = matchScreen(pathname)
  return matched && screenParameters.get(matched.screen)
}

/** Only currencies and countries the shop sells in and to may split the cache. */
export function knownVariants(settings: { readonly all: Pick<Settings, 'sales'> }): IsKnownVariant {
  return (cookie, value) =>
    cookie === 'cid'
      ? offeredCurrency(settings.all.sales, currencyById(Number(value))) !== undefined && /^\d+$/.test(value)
      : soldCountry(settings.all.sales, value) === value
}
