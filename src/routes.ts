import { isLanguage, languages, type Language } from './domain/places/locales.ts'

/**
 * Every screen's path, in each language where they differ (spec section 2). This is the only file where a path is
 * spelled: `:name` is one segment, `:name?` an optional one at the end, `*name` the rest of the path.
 */
const screens = {
  home: '',
  'my-account': 'my-account',
  'my-account-offers': 'my-account/offers',
  'my-account-orders': 'my-account/orders',
  'my-account-returns': 'my-account/returns',
  'my-account-subscriptions': 'my-account/subscriptions',
  'my-account-profile-edit': 'my-account/profile/edit',
  'my-account-quote': 'my-account/offers/:id',
  'my-account-organization': 'my-account/organization',
  'my-account-lists': 'my-account/lists',
  'my-account-list-add': 'my-account/lists/add',
  'my-account-list-file': 'my-account/lists/:id/:file',
  'my-account-list': 'my-account/lists/:id',
  'my-account-devices': 'my-account/devices',
  'my-account-return': 'my-account/orders/return/:id?',
  'my-account-order': 'my-account/orders/:id',
  'my-order-return': 'my-order/return/:id',
  'my-order-document': 'my-order/:id/:document',
  'my-order': 'my-order/:id?',
  withdrawal: { en: 'withdrawal', sv: 'angra-kop' },
  styleguide: 'styleguide',
  'page-preview': 'page-preview',
  search: { en: 'searchresults', sv: 'sok' },
  'find-parts': { en: 'find-parts', sv: 'hitta-delar' },
  device: { en: 'find-parts/:slug', sv: 'hitta-delar/:slug' },
  guides: { en: 'guide', sv: 'reparationsguide' },
  guide: { en: 'guide/:slug', sv: 'reparationsguide/:slug' },
  compare: { en: 'compare', sv: 'jamfor' },
  login: { en: 'login', sv: 'logga-in' },
  unsubscribe: 'unsubscribe',
  'notify-me': { en: 'notify-me', sv: 'bevaka' },
  subscription: { en: 'subscription/:id', sv: 'prenumeration/:id' },
  'excel-order': { en: 'excel-order', sv: 'excel-bestallning' },
  'quick-order': { en: 'quick-order', sv: 'snabborder' },
  request: { en: 'request', sv: 'forfragan' },
  quote: { en: 'quote', sv: 'offert' },
  'checkout-confirmation': 'checkout/confirmation/:id?',
  'checkout-failed': 'checkout/failed/:id?',
  'checkout-id': 'checkout/:id?',
  'sandbox-payment': 'sandbox-payment/:id',
  brand: { en: 'brand/:slug', sv: 'varumarke/:slug' },
  'product-tag': { en: 'product-tag/:slug', sv: 'produkt-tagg/:slug' },
  product: { en: 'product/:slug', sv: 'produkt/:slug' },
  'track-order': 'track-order/:id?',
  'product-category-all': { en: 'category/*slug', sv: 'kategori/*slug' },
  page: '*slug',
} as const satisfies Record<string, string | Record<Language, string>>

export type Screen = keyof typeof screens
/** Pure, so that browsers, which never list the screens, do not load it. */
export const screenNames = /* @__PURE__ */ Object.keys(screens) as Screen[]
export type Params = Record<string, string | undefined>
export type Query = Record<string, string | number | undefined | null>

const shared = [
  'home',
  'product',
  'page',
  'guide',
  'guides',
  'brand',
  'product-tag',
  'product-category-all',
  'device',
  'search',
  'compare',
  'find-parts',
] as const satisfies readonly Screen[]

/** Screens that many shoppers may share from the page cache; every other screen is made for one request. */
export const cacheableScreens: readonly Screen[] = shared

const listParameters = ['page', 'sort', 'view', 'brand', 'stock', 'by', 'device', 'price', 'filter'] as const

/** The query parameters that change what a cacheable screen shows: no other parameter makes a cache entry. */
const cacheableQueries: Record<(typeof shared)[number], readonly string[]> = {
  home: [],
  product: [],
  page: [],
  guide: [],
  guides: [],
  brand: listParameters,
  'product-tag': listParameters,
  'product-category-all': [...listParameters, 'fit'],
  device: listParameters,
  search: [...listParameters, 'q', 'kind', 'fit'],
  compare: ['items'],
  'find-parts': ['brand', 'series', 'device', 'number', 'from', 'to', 'length', 'category', 'q'],
}

/** The parameters that a screen may be cached by; undefined for one that is never cached. */
export function cacheableQueryOf(screen: Screen): readonly string[] | undefined {
  return Object.entries(cacheableQueries).find(([name]) => name === screen)?.[1]
}

/**
 * Screens of one shopper that the browser's back/forward cache may show again, as long as the same user is signed in; a
 * checkout never is.
 */
export const bfcacheScreens: readonly Screen[] = [
  'login',
  'track-order',
  'quick-order',
  'excel-order',
  'my-account',
  'my-account-offers',
  'my-account-orders',
  'my-account-order',
  'my-account-returns',
  'my-account-subscriptions',
  'my-account-profile-edit',
  'my-account-quote',
  'my-account-organization',
  'my-account-lists',
  'my-account-list',
  'my-account-devices',
  'my-account-return',
]

/** The path of a screen; a missing required parameter is a programming error and throws. */
export function href(language: Language, screen: Screen, params: Params = {}, query: Query = {}): string {
  let path = `/${language}`
  for (const segment of segmentsOf(language, screen)) path += fill(screen, segment, params)
  const given = Object.entries(query)
  if (given.length === 0) return path
  const search = new URLSearchParams(
    given.flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    ),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

function pathIn(language: Language, path: string | Record<Language, string>): string {
  return typeof path === 'string' ? path : path[language]
}

/** A part of a path: its text, or the name of the parameter that stands for it. */
type Segment = { text: string } | { name: string; isMany: boolean; isOptional: boolean }

const pathSegments: Partial<Record<Language, Map<Screen, readonly Segment[]>>> = {}

/** The segments of a screen's path, parsed once, because every page has some hundred links. */
function segmentsOf(language: Language, screen: Screen): readonly Segment[] {
  const known = (pathSegments[language] ??= new Map<Screen, readonly Segment[]>())
  const there = known.get(screen)
  if (there) return there
  const parsed = pathIn(language, screens[screen]).split('/').flatMap(parseSegment)
  known.set(screen, parsed)
  return parsed
}

function parseSegment(segment: string): Segment[] {
  if (segment === '') return []
  if (!/^[:*]/.test(segment)) return [{ text: `/${segment}` }]
  const name = segment.slice(1).replace('?', '')
  return [{ name, isMany: segment.startsWith('*'), isOptional: segment.endsWith('?') }]
}

function fill(screen: Screen, segment: Segment, params: Params): string {
  if ('text' in segment) return segment.text
  const { name, isMany, isOptional } = segment
  const value = params[name]
  if (value) return `/${isMany ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)}`
  if (isOptional) return ''
  throw new Error(`The screen ${screen} needs the parameter ${name}.`)
}

export type Matched = { language: Language; screen: Screen; params: Params }

const matchers = languages.flatMap((language) =>
  Object.entries(screens).map(([screen, paths]) => ({
    language,
    screen: screen as Screen,
    start: startOf(pathIn(language, paths)),
    pattern: patternOf(pathIn(language, paths)),
  })),
)

/** The first segment of a path; undefined where it is a parameter. */
function startOf(path: string): string | undefined {
  const [first = ''] = path.split('/', 1)
  return /^[:*]/.test(first) ? undefined : first
}

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
  const [begin] = path.split('/', 1)
  for (const { language, screen, start, pattern } of matchers) {
    if (language !== first || (start !== undefined && start !== begin)) continue
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
  productFeeds: '/feeds',
  sitemap: '/sitemap',
} as const

/** Address of the order to fill in and upload. */
export function orderTemplateHref(language: Language): string {
  return `/order-template-${language}.xlsx`
}

/** Address of a picture in one image kind (spec section 3); a drawing is one SVG file for all kinds and formats. */
export function pictureHref(pictureId: string, kind: number, format: 'avif' | 'webp'): string {
  return `${apiPaths.pictures}/${isDrawing(pictureId) ? pictureId : `${pictureId}-${kind}.${format}`}`
}

/** Address of a document of a product. */
export function documentHref(documentId: string): string {
  return `/documents/${documentId}.pdf`
}

/** Address of a file for comparison sites, by its name. */
export function productFeedHref(name: string): string {
  return `${apiPaths.productFeeds}/${name}.xml`
}

/** Whether a picture, by its id or address, is a drawing: one SVG file. */
export function isDrawing(picture: string): boolean {
  return picture.endsWith('.svg')
}

/**
 * Address of a picture's largest raster form (image kind 1) for link previews and search engines, which show no SVG;
 * of drawings, only a product's or category's main picture has one.
 */
export function rasterHref(address: string): string {
  return address.replace(/\.svg$/, '-1.webp')
}
