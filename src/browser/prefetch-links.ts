import { cacheableScreens, matchScreen } from '../routes.ts'
import { mayFetchAhead } from './connection.ts'

const intentEvents = ['pointerover', 'focusin', 'touchstart'] as const
const maxPerPage = 20
const fetched = new Set<string>()

/**
 * Prefetches a page when the shopper points at its link, so that the click only revalidates it (spec section 9, "Link
 * prefetch"). Only public pages are prefetched: never the cart, the account, or a page whose request changes something.
 */
export function prefetchLinks(): void {
  if (!mayFetchAhead() || !document.createElement('link').relList.supports('prefetch')) return
  for (const hint of intentEvents) document.addEventListener(hint, prefetchTarget, { passive: true, capture: true })
}

function prefetchTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  const address = link ? addressToFetch(link) : undefined
  if (address === undefined || fetched.has(address) || fetched.size >= maxPerPage) return
  fetched.add(address)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: address }))
}

/** The link's URL without its fragment; undefined for other sites, the current page and personal screens. */
function addressToFetch({ origin, pathname, search, rel, download }: HTMLAnchorElement): string | undefined {
  if (origin !== location.origin || download || /\bnofollow\b/.test(rel)) return undefined
  const screen = matchScreen(pathname)?.screen
  if (!screen || !cacheableScreens.includes(screen)) return undefined
  return pathname + search === location.pathname + location.search ? undefined : pathname + search
}
