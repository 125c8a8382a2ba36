/** Every screen of the console, and the only place where its paths are spelled: `:name` is one segment. */
const screens = {
  today: '',
  'sign-in': 'sign-in',
  second: 'sign-in/second',
  invitation: 'invitation',
  'sign-out': 'sign-out',
  find: 'find',
  'find-hits': 'find/hits',
  keys: 'keys',
  news: 'news',
  account: 'account',
  orders: 'orders',
  'order-new': 'orders/new',
  order: 'orders/:number',
  'order-edit': 'orders/:number/edit',
  'order-document': 'orders/:number/:document',
  payments: 'payments',
  payment: 'payments/:id',
  payouts: 'payouts',
  payout: 'payouts/:id',
  invoices: 'invoices',
  invoice: 'invoices/:number',
  books: 'books',
  figures: 'figures',
  run: 'runs/:id',
  packing: 'packing',
  'pick-list': 'packing/pick-list',
  scan: 'packing/scan',
  'pack-order': 'packing/scan/:number',
  'packing-slips': 'packing/slips.pdf',
  returns: 'returns',
  return: 'returns/:number',
  exchange: 'returns/:number/exchange',
  customers: 'customers',
  guest: 'customers/guest',
  customer: 'customers/:id',
  'customer-merge': 'customers/:id/merge',
  organizations: 'organizations',
  organization: 'organizations/:id',
  quotes: 'quotes',
  quote: 'quotes/:number',
  requests: 'requests',
  'request-new': 'requests/new',
  request: 'requests/:number',
  subscriptions: 'subscriptions',
  subscription: 'subscriptions/:id',
  'gift-cards': 'gift-cards',
  'gift-card': 'gift-cards/:id',
  products: 'products',
  'product-new': 'products/new',
  product: 'products/:sku',
  'product-files': 'products/:sku/files',
  'product-picture': 'products/:sku/pictures/:picture',
  'product-variants': 'products/:sku/variants',
  'product-pieces': 'products/:sku/pieces',
  categories: 'categories',
  'category-new': 'categories/new',
  category: 'categories/:id',
  brands: 'brands',
  'brand-new': 'brands/new',
  brand: 'brands/:id',
  tags: 'tags',
  'tag-new': 'tags/new',
  tag: 'tags/:id',
  attributes: 'attributes',
  'attribute-new': 'attributes/new',
  attribute: 'attributes/:id',
  devices: 'devices',
  'device-new': 'devices/new',
  device: 'devices/:id',
  'search-words': 'search',
  'search-synonym': 'search/synonym',
  'search-trigger': 'search/trigger',
  'search-misses': 'search/misses',
  imports: 'imports',
  'import-new': 'imports/new',
  profiles: 'imports/profiles',
  profile: 'imports/profiles/:name',
  sources: 'imports/sources',
  source: 'imports/sources/:name',
  import: 'imports/:id',
  coupons: 'coupons',
  'coupon-new': 'coupons/new',
  coupon: 'coupons/:code',
  campaigns: 'campaigns',
  'campaign-new': 'campaigns/new',
  'deal-new': 'campaigns/deal',
  campaign: 'campaigns/:id',
  'price-changes': 'price-changes',
  'price-change-new': 'price-changes/new',
  'price-change': 'price-changes/:id',
  'price-lists': 'price-lists',
  'price-list-new': 'price-lists/new',
  'price-list': 'price-lists/:id',
  rates: 'rates',
  vat: 'vat',
  menus: 'menus',
  content: 'content',
  'content-links': 'content/links',
  'content-calendar': 'content/calendar',
  'content-targets': 'content/targets',
  'content-mails': 'content/mails',
  'content-mail': 'content/mails/:name',
  'content-mail-preview': 'content/mails/:name/preview',
  'content-item': 'content/:kind/:id',
  pictures: 'pictures',
  'picture-new': 'pictures/new',
  'picture-choices': 'pictures/choices',
  picture: 'pictures/:id',
  staff: 'staff',
  person: 'staff/:id',
  roles: 'roles',
  role: 'roles/:name',
  audit: 'audit',
  removed: 'removed',
  settings: 'settings',
  system: 'system',
  'first-steps': 'first-steps',
  setting: 'settings/:group',
  integrations: 'integrations',
  'api-changes': 'integrations/changes',
  webhooks: 'integrations/webhooks',
  webhook: 'integrations/webhooks/:id',
  /** Any address without a screen. */
  missing: 'missing',
} as const

export type ConsoleScreen = keyof typeof screens
const screenNames = Object.keys(screens) as ConsoleScreen[]
type Query = Record<string, string | number | undefined | null>

const root = '/console'

/** Tells whether a request path is the console's. */
export function isConsolePath(pathname: string): boolean {
  return pathname === root || pathname.startsWith(`${root}/`)
}

/** Names that are spelled out go before `:name`. */
const screenPaths = screenNames
  .map((screen) => ({ screen, path: screens[screen].split('/').filter(Boolean) }))
  .toSorted((one, other) => namesIn(one.path) - namesIn(other.path))
  .map(({ screen, path }) => ({
    screen,
    pattern: new RegExp(`^${[root, ...path].join('/').replaceAll(/:\w+/g, '[^/]+')}/?$`),
  }))

function namesIn(path: readonly string[]): number {
  return path.filter((segment) => segment.startsWith(':')).length
}

/** The screen of a request path of the console; undefined for a path that is none. */
export function consoleScreenOf(pathname: string): ConsoleScreen | undefined {
  return screenPaths.find(({ pattern }) => pattern.test(pathname))?.screen
}

/** The path of a screen; a missing parameter is a programming error and throws. */
export function consolePath(screen: ConsoleScreen, params: Record<string, string> = {}, query: Query = {}): string {
  const path = screens[screen]
    .split('/')
    .map((segment) => (segment.startsWith(':') ? encodeURIComponent(valueOf(params, segment.slice(1))) : segment))
    .filter((segment) => segment !== '')
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    ),
  )
  return [root, ...path].join('/') + (search.size > 0 ? `?${search}` : '')
}

/** Returns `next` if it is a path of the console, else the first screen; prevents open redirects. */
export function safeConsolePath(next: string | null): string {
  return next !== null && next.length <= 1_000 && /^\/console(?:[/?][!-~]*)?$/.test(next) ? next : consolePath('today')
}

function valueOf(params: Record<string, string>, name: string): string {
  const value = params[name]
  if (!value) throw new Error(`A screen of the console needs the parameter ${name}.`)
  return value
}
