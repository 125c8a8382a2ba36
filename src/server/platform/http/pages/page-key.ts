import type { IncomingMessage } from 'node:http'

/** Returns the query parameters that the pages at a path read; undefined for paths that are never cached. */
export type CacheableQuery = (pathname: string) => { has(parameter: string): boolean } | undefined
/** Tells whether a cookie's value is a currency (cid) or country (cc) of the shop. */
export type IsKnownVariant = (cookie: VariantCookie, value: string) => boolean
type VariantCookie = 'cid' | 'cc'

/** Everything that a public answer may depend on: nothing else of the request reaches the page that fills the cache. */
export type PageKey = {
  readonly text: string
  /** Path and listed parameters, sorted, without campaign parameters. */
  readonly target: string
  /** Cookie header for the rendering: known cid and cc, or ''. */
  readonly cookie: string
}

/** The key with this text. */
export function pageKeyOf(text: string): PageKey {
  const [target = '', cookie = ''] = text.split(/ (.*)/s, 2)
  return { text, target, cookie }
}

/**
 * Cookies of browsers that get pages of their own: of staff in the storefront as a customer, and of customers with
 * agreed prices.
 */
const ownPageCookies = ['as_customer=', 'own_prices='] as const
const keyCookies: readonly VariantCookie[] = ['cid', 'cc']
/**
 * Parameters that only the browser reads, or that grant nothing (spec sections 4 and 7): they neither split the cache
 * nor bypass it.
 */
const ignoredParameters = /^(?:utm_[a-z]+|gclid|fbclid|msclkid|uid|login|change_password)$/
const maxRemembered = 5000
const maxRememberedLength = 500

/** Creates the function that returns a request's key, or undefined when it must be rendered for this shopper only. */
export function createPageKeys(
  cacheableQuery: CacheableQuery,
  isKnownVariant: IsKnownVariant,
): (req: IncomingMessage) => PageKey | undefined {
  const targets = rememberTargets((raw) => canonicalTarget(raw, cacheableQuery))
  return ({ url: raw = '', method, headers }) => {
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return undefined
    if (ownPageCookies.some((name) => headers.cookie?.includes(name))) return undefined
    const target = targets(raw)
    if (target === undefined) return undefined
    const cookie = headers.cookie === undefined ? '' : variantCookies(headers.cookie, isKnownVariant)
    return { text: cookie === '' ? target : `${target} ${cookie}`, target, cookie }
  }
}

/** Caches parsed targets, because parsing a target costs more than serving it; long targets are not cached. */
function rememberTargets(parse: (raw: string) => string | undefined): (raw: string) => string | undefined {
  const remembered = new Map<string, string | undefined>()
  return (raw) => {
    const known = remembered.get(raw)
    if (known !== undefined || remembered.has(raw)) return known
    const target = parse(raw)
    if (remembered.size >= maxRemembered) remembered.clear()
    if (raw.length <= maxRememberedLength) remembered.set(raw, target)
    return target
  }
}

function canonicalTarget(raw: string, cacheableQuery: CacheableQuery): string | undefined {
  const [pathname = '', query = ''] = raw.split(/\?(.*)/s, 2)
  const listed = cacheableQuery(pathname)
  if (listed === undefined) return undefined
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query)) {
    if (ignoredParameters.test(name)) continue
    if (!listed.has(name)) return undefined
    kept.append(name, value)
  }
  kept.sort()
  return kept.size === 0 ? pathname : `${pathname}?${kept}`
}

function variantCookies(header: string, isKnownVariant: IsKnownVariant): string {
  const chosen = keyCookies.flatMap((name) => {
    const value = cookieValue(header, name)
    return value !== undefined && isKnownVariant(name, value) ? [`${name}=${value}`] : []
  })
  return chosen.join('; ')
}

function cookieValue(header: string, name: string): string | undefined {
  for (let at = header.indexOf(`${name}=`); at !== -1; at = header.indexOf(`${name}=`, at + 1)) {
    if (at !== 0 && header[at - 1] !== ' ' && header[at - 1] !== ';') continue
    const end = header.indexOf(';', at)
    return header.slice(at + name.length + 1, end === -1 ? undefined : end).trim()
  }
  return undefined
}
