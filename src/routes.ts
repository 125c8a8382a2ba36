import { isLanguage, languages, type Language } from './domain/places/locales.ts'

/**
 * Every screen's path in both languages (spec section 2). This is the only file where a path is spelled:
 * `:name` is one segment, `:name?` an optional one at the end, `*name` the rest of the path.
 */
const screens = {
  home: { en: '', sv: '' },
  'my-account': { en: 'my-account', sv: 'my-account' },
  'my-account-offers': { en: 'my-account/offers', sv: 'my-account/offers' },
  'my-account-orders': { en: 'my-account/orders', sv: 'my-account/orders' },
  'my-account-returns': { en: 'my-account/returns', sv: 'my-account/returns' },
  'my-account-subscriptions': { en: 'my-account/subscriptions', sv: 'my-account/subscriptions' },
  'my-account-profile-edit': { en: 'my-account/profile/edit', sv: 'my-account/profile/edit' },
  'my-account-quote': { en: 'my-account/offers/:id', sv: 'my-account/offers/:id' },
  'my-account-organization': { en: 'my-account/organization', sv: 'my-account/organization' },
  'my-account-return': { en: 'my-account/orders/return/:id?', sv: 'my-account/orders/return/:id?' },
  'my-account-order': { en: 'my-account/orders/:id', sv: 'my-account/orders/:id' },
  'my-order-return': { en: 'my-order/return/:id', sv: 'my-order/return/:id' },
  'my-order-document': { en: 'my-order/:id/:document', sv: 'my-order/:id/:document' },
  'my-order': { en: 'my-order/:id?', sv: 'my-order/:id?' },
  withdrawal: { en: 'withdrawal', sv: 'angra-kop' },
  styleguide: { en: 'styleguide', sv: 'styleguide' },
  'page-preview': { en: 'page-preview', sv: 'page-preview' },
  search: { en: 'searchresults', sv: 'sok' },
  'find-parts': { en: 'find-parts', sv: 'hitta-delar' },
  device: { en: 'find-parts/:slug', sv: 'hitta-delar/:slug' },
  compare: { en: 'compare', sv: 'jamfor' },
  login: { en: 'login', sv: 'logga-in' },
  unsubscribe: { en: 'unsubscribe', sv: 'unsubscribe' },
  'notify-me': { en: 'notify-me', sv: 'bevaka' },
  subscription: { en: 'subscription/:id', sv: 'prenumeration/:id' },
  'excel-order': { en: 'excel-order', sv: 'excel-bestallning' },
  'quick-order': { en: 'quick-order', sv: 'snabborder' },
  'checkout-confirmation': { en: 'checkout/confirmation/:id?', sv: 'checkout/confirmation/:id?' },
  'checkout-failed': { en: 'checkout/failed/:id?', sv: 'checkout/failed/:id?' },
  'checkout-id': { en: 'checkout/:id?', sv: 'checkout/:id?' },
  'sandbox-payment': { en: 'sandbox-payment/:id', sv: 'sandbox-payment/:id' },
  brand: { en: 'brand/:slug', sv: 'varumarke/:slug' },
  'product-tag': { en: 'product-tag/:slug', sv: 'produkt-tagg/:slug' },
  product: { en: 'product/:slug', sv: 'produkt/:slug' },
  'track-order': { en: 'track-order/:id?', sv: 'track-order/:id?' },
  'product-category-all': { en: 'category/*slug', sv: 'kategori/*slug' },
  page: { en: '*slug', sv: '*slug' },
} as const satisfies Record<string, Record<Language, string>>

export type Screen = keyof typeof screens
export const screenNames = Object.keys(screens) as Screen[]
export type Params = Record<string, string | undefined>
export type Query = Record<string, string | number | undefined | null>

const listParameters = ['page', 'sort', 'brand', 'stock', 'device', 'price', 'filter'] as const

/**
 * Screens that many shoppers may share from the page cache, each with the query parameters that change what it shows:
 * no other parameter makes a cache entry. Every screen that is not listed is made for one request.
 */
const cacheableQueries = {
  home: [],
  product: [],
  page: [],
  brand: listParameters,
  'product-tag': listParameters,
  'product-category-all': listParameters,
  device: listParameters,
  search: [...listParameters, 'q'],
  compare: ['items'],
  'find-parts': ['brand', 'series', 'device', 'number', 'from', 'to', 'length', 'category', 'q'],
} as const satisfies Partial<Record<Screen, readonly string[]>>

export const cacheableScreens = Object.keys(cacheableQueries) as readonly Screen[]

/** The parameters that a screen may be cached by; undefined for one that is never cached. */
export function cacheableQueryOf(screen: Screen): readonly string[] | undefined {
  return Object.entries(cacheableQueries).find(([name]) => name === screen)?.[1]
}

/**
 * Screens of one shopper that Back may bring up as they were, as long as the same user is signed in; a checkout never
 * is.
 */
export const keptScreens: readonly Screen[] = [
  'login',
  'track-order',
  'my-account',
  'my-account-offers',
  'my-account-orders',
  'my-account-order',
  'my-account-returns',
  'my-account-subscriptions',
  'my-account-profile-edit',
  'my-account-quote',
  'my-account-organization',
  'my-account-return',
]

/** The path of a screen; a missing required parameter is a programming error and throws. */
export function href(language: Language, screen: Screen, params: Params = {}, query: Query = {}): string {
  const segments = screens[screen][language].split('/').flatMap((segment) => fill(screen, segment, params))
  const path = ['', language, ...segments].join('/')
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    ),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

function fill(screen: Screen, segment: string, params: Params): string[] {
  if (segment === '') return []
  if (!/^[:*]/.test(segment)) return [segment]
  const optional = segment.endsWith('?')
  const name = segment.slice(1).replace('?', '')
  const value = params[name]
  if (value)
    return [segment.startsWith('*') ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)]
  if (optional) return []
  throw new Error(`The screen ${screen} needs the parameter ${name}.`)
}

export type Matched = { language: Language; screen: Screen; params: Params }

const matchers = languages.flatMap((language) =>
  Object.entries(screens).map(([screen, paths]) => ({
    language,
    screen: screen as Screen,
    pattern: patternOf(paths[language]),
  })),
)

function patternOf(path: string): RegExp {
  if (path === '') return /^$/
  const source = path.split('/').reduce((before, segment) => {
    const slash = before === '' ? '' : '/'
    if (segment.startsWith('*')) return `${before}${slash}(?<${segment.slice(1)}>.+)`
    if (segment.endsWith('?')) return `${before}(?:${slash}(?<${segment.slice(1, -1)}>[^/]+))?`
    return segment.startsWith(':') ? `${before}${slash}(?<${segment.slice(1)}>[^/]+)` : `${before}${slash}${segment}`
  }, '')
  return new RegExp(`^${source}$`, 's')
}

/** Which screen a request path means; undefined outside the two languages. Undecodable paths match nothing. */
export function matchScreen(pathname: string): Matched | undefined {
  const [, first, ...rest] = pathname.replace(/(?<!\/)\/+$/, '').split('/')
  if (!isLanguage(first)) return undefined
  const path = decode(rest.join('/'))
  if (path === undefined) return undefined
  for (const { language, screen, pattern } of matchers) {
    if (language !== first) continue
    const found = pattern.exec(path)
    if (found) return { language, screen, params: { ...found.groups } }
  }
  return undefined
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Where the page file of a screen lives: English segment names whatever the shopper's language. The catch-all gets a
 * prefix of its own, so that an English path under a Swedish prefix is a missing page and not a second address.
 */
export function pageFilePath({ language, screen, params }: Matched): string {
  if (screen === 'page') return href(language, screen, { slug: `-/${params['slug'] ?? ''}` })
  return href('en', screen, params).replace(/^\/en/, `/${language}`)
}

/** Paths of calls and assets that are the same in every language. */
export const apiPaths = {
  excelToCart: '/excel-to-cart',
  clientErrors: '/captuerr',
  notifyMe: '/api/notify-me',
  pictures: '/pictures',
  sitemap: '/sitemap',
} as const

/** Address of the order to fill in and upload. */
export function orderTemplateHref(language: Language): string {
  return `/order-template-${language}.xlsx`
}

/** Address of a picture in one image kind (spec section 3). */
export function pictureHref(pictureId: string, kind: number, format: 'avif' | 'webp'): string {
  return `${apiPaths.pictures}/${pictureId}-${kind}.${format}`
}
